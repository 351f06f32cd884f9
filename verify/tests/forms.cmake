# Compiles one program of the form catalogue for the CPU device. It runs and prints `ok`; or, if it says `// refused: TEXT`
# on its second line, the compiler refuses it with one error, which contains TEXT and the file's name and line; or the
# program itself does, when it comes to the call, and ends with exit code 77 (cpu/library.h). One that
# works has no finding in the check build either, and no advice; or, if it says `// advised: TEXT` there, this advice
# and no other.
# A line `// std: c++17` names the C++ that it is written in, where that is not C++20.
#
#   cmake -DSOURCE=verify/tests/forms/NAME.cu -DCPUCC=build/cpucc -DPROGRAM=build/forms/NAME -P forms.cmake
cmake_minimum_required(VERSION 3.25)

file(READ ${SOURCE} source)
get_filename_component(name ${SOURCE} NAME)
if(NOT source MATCHES "^// form: [^\n]+\n")
    message(FATAL_ERROR "${name} must start with the line `// form: ...`, which says what it is an example of")
endif()
set(refused "")
if(source MATCHES "^[^\n]+\n// refused: ([^\n]+)\n")
    set(refused ${CMAKE_MATCH_1})
endif()

set(standard c++20)
if(source MATCHES "\n// std: ([^\n]+)\n")
    set(standard ${CMAKE_MATCH_1})
endif()

execute_process(
    COMMAND ${CPUCC} -std=${standard} -O1 -Wall -Wextra ${SOURCE} -o ${PROGRAM}
    OUTPUT_VARIABLE messages ERROR_VARIABLE messages RESULT_VARIABLE code)

if(refused)
    if(code STREQUAL "0")
        execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE messages RESULT_VARIABLE code TIMEOUT 60)
        if(NOT code STREQUAL "77" OR NOT printed STREQUAL "")
            message(FATAL_ERROR "${name} is compiled and runs: remove its line `// refused:`, and let it print ok")
        endif()
    endif()
    string(REGEX MATCHALL "[^\n]*error: [^\n]*" errors "${messages}")
    list(LENGTH errors count)
    string(FIND "${errors}" "${refused}" found)
    if(NOT count EQUAL 1 OR found EQUAL -1 OR NOT errors MATCHES "${name}:[0-9]+:")
        message(FATAL_ERROR "${name} is refused, but not by one line with its place and `${refused}`:\n${messages}")
    endif()
    return()
endif()

if(NOT code STREQUAL "0" OR NOT messages STREQUAL "")
    message(FATAL_ERROR "${name} is not compiled without a word:\n${messages}")
endif()
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE printed RESULT_VARIABLE code TIMEOUT 60)
if(NOT code STREQUAL "0" OR NOT printed STREQUAL "ok\n")
    message(FATAL_ERROR "${name} must print ok and return 0, not ${code}:\n${printed}")
endif()

# ---- The check build ----

execute_process(
    COMMAND ${CPUCC} --check -std=${standard} -O1 -Wall -Wextra ${SOURCE} -o ${PROGRAM}.check
    OUTPUT_VARIABLE messages ERROR_VARIABLE messages RESULT_VARIABLE code)
if(NOT code STREQUAL "0" OR NOT messages STREQUAL "")
    message(FATAL_ERROR "${name} is not compiled without a word for the check build:\n${messages}")
endif()
file(REMOVE ${PROGRAM}.findings)
execute_process(COMMAND ${CMAKE_COMMAND} -E env DAYBREAK_FINDINGS=${PROGRAM}.findings ${PROGRAM}.check
    OUTPUT_VARIABLE printed ERROR_VARIABLE errors RESULT_VARIABLE code TIMEOUT 60)
file(READ ${PROGRAM}.findings findings)
string(REGEX MATCHALL "\"message\": \"[^\"]+\"" said "${findings}")
list(REMOVE_DUPLICATES said)
set(expected "")
if(source MATCHES "^[^\n]+\n// advised: ([^\n]+)\n")
    set(expected "\"message\": \"Advice: ${CMAKE_MATCH_1}\"")
endif()
if(NOT printed STREQUAL "ok\n" OR NOT code STREQUAL "0" OR NOT said STREQUAL expected)
    message(FATAL_ERROR "${name} must print ok and return 0 in the check build, and be told `${expected}`, not ${code} "
                        "and:\n${printed}${errors}")
endif()
