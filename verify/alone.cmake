# Builds a program by the line in its own head, with another compiler and more flags:
#     // Alone:  nvcc -std=c++20 -O3 -I . lessons/day044-gemm-tiled/gemm_tiled.cu -o day044
# Called at build time: cmake -DFILE=... -DCOMPILER=... -DFLAGS=a;b -DOUTPUT=... -P verify/alone.cmake, in the repository's root.
file(STRINGS ${FILE} line REGEX "^// Alone: +nvcc .* -o day[0-9]+( |$)" LIMIT_COUNT 1)
if(NOT line)
    message(FATAL_ERROR "${FILE}: needs a header line that builds it, found none: "
                        "// Alone:  nvcc -std=c++20 -O3 -I . ${FILE} -o dayNNN")
endif()
string(REGEX REPLACE "^// Alone: +nvcc (.*) -o day[0-9]+ ?(.*)$" "\\1 \\2" line "${line}")
separate_arguments(words UNIX_COMMAND "${line}")
execute_process(COMMAND ${COMPILER} ${words} ${FLAGS} -MD -MT ${OUTPUT} -MF ${OUTPUT}.d -o ${OUTPUT} RESULT_VARIABLE failed)
if(failed)
    file(REMOVE ${OUTPUT} ${OUTPUT}.d)
    message(FATAL_ERROR "${FILE} does not build: the lines above say why")
endif()

# nvcc names the files as it found them, from here; the build tool stands elsewhere and would take them for missing.
file(READ ${OUTPUT}.d names)
string(REPLACE " " "\\ " here "${CMAKE_CURRENT_SOURCE_DIR}")
string(REGEX REPLACE "([ \n])([^/: \\\n][^ \n]*)" "\\1${here}/\\2" names "${names}")
file(WRITE ${OUTPUT}.d "${names}")
