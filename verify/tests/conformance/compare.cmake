# Runs one conformance program on the CPU device in three thread orders and compares what it prints, byte for byte, with
# what it printed on a GPU.
#
#   cmake -DSOURCE=verify/tests/conformance/NAME.cu -DPROGRAM=build/cpu/conformance/NAME -P compare.cmake
cmake_minimum_required(VERSION 3.25)

set(again "record again: on a machine with a GPU and nvcc, verify/tests/conformance/record.sh OUTDIR, then copy OUTDIR/*.txt to verify/tests/conformance/expected")
get_filename_component(name ${SOURCE} NAME_WE)
get_filename_component(folder ${SOURCE} DIRECTORY)
set(expected ${folder}/expected/${name}.txt)
if(NOT EXISTS ${expected})
    message(FATAL_ERROR "${name} is not recorded: ${again}")
endif()
file(READ ${folder}/expected/summary.txt summary)

# The recording is of these very sources, and went well there.
function(check_hash row file)
    file(SHA256 ${folder}/${file} hash)
    if(NOT summary MATCHES "\n${row} ([^ \n]+) ([0-9a-f]+)\n")
        message(FATAL_ERROR "${file} is not in expected/summary.txt: ${again}")
    endif()
    set(code ${CMAKE_MATCH_1})
    if(NOT CMAKE_MATCH_2 STREQUAL hash)
        message(FATAL_ERROR "${file} has changed since it was recorded: ${again}")
    elseif(NOT code MATCHES "^(0|-)$")  # a header has none
        message(FATAL_ERROR "${file} ended with exit code ${code} when it was recorded: ${again}")
    endif()
endfunction()
check_hash(${name} ${name}.cu)
file(READ ${SOURCE} source)
foreach(header show ulp texture)
    if(source MATCHES "#include \"${header}\\.h\"" OR
       (header STREQUAL "show" AND source MATCHES "#include \"(ulp|texture)\\.h\""))  # which include show.h
        check_hash("${header}\\.h" ${header}.h)
    endif()
endforeach()

# Sets `line` to the first line of the text in variable `text`, and `text` to what follows.
macro(take_line text line)
    string(FIND "${${text}}" "\n" end)
    string(SUBSTRING "${${text}}" 0 ${end} ${line})
    math(EXPR end "${end} + 1")
    if(end EQUAL 0)
        set(${text} "")
    else()
        string(SUBSTRING "${${text}}" ${end} -1 ${text})
    endif()
endmacro()

function(report_difference order file)
    file(READ ${expected} want)
    file(READ ${file} got)
    set(number 0)
    while(NOT "${want}${got}" STREQUAL "")
        take_line(want wanted)
        take_line(got printed)
        math(EXPR number "${number} + 1")
        if(NOT "x${wanted}" STREQUAL "x${printed}")
            message(FATAL_ERROR "${name} in the order ${order}: line ${number} differs:\n"
                    "  the GPU:        ${wanted}\n  the CPU device: ${printed}")
        endif()
    endwhile()
    message(FATAL_ERROR "${name} in the order ${order}: the texts differ in a line end")
endfunction()

foreach(order forward reverse random:1)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env DAYBREAK_ORDER=${order} DAYBREAK_LEAKS=1 ${PROGRAM}
        OUTPUT_FILE ${PROGRAM}.txt ERROR_VARIABLE errors RESULT_VARIABLE code TIMEOUT 60)
    if(NOT code STREQUAL "0")
        message(FATAL_ERROR "${name} in the order ${order}: exit code ${code}\n${errors}")
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${PROGRAM}.txt ${expected} RESULT_VARIABLE differs ERROR_QUIET)
    if(NOT differs EQUAL 0)
        report_difference(${order} ${PROGRAM}.txt)
    endif()
endforeach()
