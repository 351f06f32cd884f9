# Builds a lesson by the line in its own head, with another compiler and more flags:
#     // Alone:  nvcc -std=c++20 -O3 -I . lessons/day044-gemm-tiled/gemm_tiled.cu -o day044
# Called at build time, in the repository's root:
#     cmake -DFILE=... -DDEVICE=cpu|check|gpu|bench -DCOMPILER=... -DFLAGS=a;b -DOUTPUT=... -DSOURCE=... -DBUILD=... -P verify/alone.cmake
include(${CMAKE_CURRENT_LIST_DIR}/lesson.cmake)
read_lesson(${FILE})
if(lesson_problem)
    message(FATAL_ERROR " ${lesson_problem}")
endif()

if(DEVICE MATCHES "gpu|bench")
    gpu_flags_file(${BUILD} "${lesson_device}" flags)
    file(STRINGS "${flags}" architecture)
endif()
if(NOT DEVICE MATCHES "gpu|bench" AND NOT lesson_device MATCHES "any$")
    # What stands in the program's place says so, and ends as a program does that has no device.
    string(REGEX MATCH "day[0-9]+" day ${FILE})
    file(WRITE "${OUTPUT}" "#!/bin/sh\necho '${day} needs a GPU (${lesson_device}) and does not run on the CPU device'\nexit 77\n")
    file(CHMOD "${OUTPUT}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    file(WRITE "${OUTPUT}.d" "program: ${FILE}\n")
else()
    execute_process(COMMAND "${COMPILER}" ${lesson_words} ${architecture} ${FLAGS} -MD -MT program -MF "${OUTPUT}.d"
                    -o "${OUTPUT}" RESULT_VARIABLE failed)
    if(failed)
        file(REMOVE "${OUTPUT}" "${OUTPUT}.d")
        message(FATAL_ERROR " ${FILE} does not build: the lines above say why")
    endif()
endif()

# The build tool stands in another folder than the compiler, and the compilers write the name of the program each in a
# way of its own. (A blank inside a name is escaped; here it is another character meanwhile.)
string(ASCII 1 blank)
file(READ "${OUTPUT}.d" text)
string(REPLACE "\\ " "${blank}" text "${text}")
string(REGEX REPLACE "^program *:" "" text "${text}")
string(REGEX MATCHALL "[^ \n\\][^ \n]*" names "${text}")
set(here "${SOURCE}/")
set(target "${OUTPUT}")
foreach(path here target)
    string(REPLACE " " "${blank}" ${path} "${${path}}")
    string(REPLACE "#" "\\#" ${path} "${${path}}")
endforeach()
list(TRANSFORM names PREPEND "${here}" REGEX "^[^/]")
list(JOIN names " " text)
string(REPLACE "${blank}" "\\ " text "${target}: ${text}\n")
file(WRITE "${OUTPUT}.d" "${text}")
