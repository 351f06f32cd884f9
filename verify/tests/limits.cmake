# Builds a program that shows a limit of the CPU device, and runs it: it must do what its first lines say.
#
#   // limit: one sentence              the page docs/limits.md has it too
#   // build: check                     the check build; else the plain one
#   // prints: a line of its output     and there is no finding, and the exit code is 0
#   // refused: TEXT                    instead: the compiler refuses it with one error, which contains TEXT
#
#   cmake -DSOURCE=verify/tests/limits/NAME.cu -DCPUCC=build/cpucc -DPROGRAM=build/limits/NAME -DPAGE=docs/limits.md -P limits.cmake
cmake_minimum_required(VERSION 3.25)

file(READ ${SOURCE} source)
file(READ ${PAGE} page)
get_filename_component(name ${SOURCE} NAME)
if(NOT source MATCHES "^// limit: [^\n]+\n")
    message(FATAL_ERROR "${name} must start with the line `// limit: ...`, which says what it shows")
endif()
string(FIND "${page}" "${name}" found)
if(found EQUAL -1)
    message(FATAL_ERROR "${name} is not on the page of limits: link to it in ${PAGE}")
endif()
set(check "")
if(source MATCHES "\n// build: check\n")
    set(check --check)
endif()

execute_process(COMMAND ${CPUCC} ${check} -std=c++20 -O1 ${SOURCE} -o ${PROGRAM}
                OUTPUT_VARIABLE messages ERROR_VARIABLE messages RESULT_VARIABLE code)
if(source MATCHES "\n// refused: ([^\n]+)\n")
    string(FIND "${messages}" "${CMAKE_MATCH_1}" found)
    if(code STREQUAL "0" OR found EQUAL -1)
        message(FATAL_ERROR "${name} must be refused with `${CMAKE_MATCH_1}`:\n${messages}")
    endif()
    return()
endif()
if(NOT code STREQUAL "0")
    message(FATAL_ERROR "${name} is not compiled:\n${messages}")
endif()
if(NOT source MATCHES "\n// prints: ([^\n]+)\n")
    message(FATAL_ERROR "${name} needs the line `// prints: ...`")
endif()
set(expected "${CMAKE_MATCH_1}\n")
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE errors RESULT_VARIABLE code TIMEOUT 60)
if(NOT code STREQUAL "0" OR NOT printed STREQUAL expected)
    message(FATAL_ERROR "${name} must print `${expected}` and return 0, not ${code}:\n${printed}${errors}")
endif()
