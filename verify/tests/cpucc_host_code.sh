#!/bin/sh
# Host code beside the .cu files, and the C++ that a program is written in: the cpucc that is given takes .cpp, .cc and .c,
# those that call the runtime and those that know nothing of CUDA, as C++17 unless -std says otherwise.
set -eu
cpucc=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
mkdir "$folder/include"
cat > "$folder/include/all.h" <<'END'
#pragma once
#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif
BOTH inline int twice(int x) { return 2 * x; }
void run(int* x);
int other();
extern "C" int from_c(int x);
END
cat > "$folder/kernel.cu" <<'END'
#include "all.h"
__global__ void add(int* x) { *x += twice(1); }
void run(int* x) { add<<<1, 1>>>(x); }
END
cat > "$folder/main.cpp" <<'END'
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include "all.h"
int main() {
    int *x, from[2] = {5, 0}, to = 0;
    std::memcpy(from + 1, from, sizeof(int));
    cudaMalloc(&x, sizeof(int));
    cudaMemcpy(x, from + 1, sizeof(int), cudaMemcpyHostToDevice);
    run(x);
    cudaMemcpy(&to, x, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
    std::printf("%d %d %d %ld\n", to, other(), from_c(8), __cplusplus);
}
END
cat > "$folder/other.cc" <<'END'
#include "all.h"
#ifdef __CUDACC__
#error "host code is no CUDA C++"
#endif
struct float4 { int mine; };  // no name of CUDA's here
int other() { return float4{3}.mine; }
END
echo 'int from_c(int class) { return class + 1; }' > "$folder/plain.c"

expect() {  # what it prints, then cpucc's options
    wanted=$1 && shift
    "$cpucc" "$@" -Wall -Wextra -Werror -I "$folder/include" "$folder/main.cpp" "$folder/kernel.cu" "$folder/other.cc" "$folder/plain.c" -o "$folder/program"
    got=$("$folder/program" 2>"$folder/errors")
    [ "$got" = "$wanted" ] || { echo "with $*: $got, not $wanted"; exit 1; }
    ! grep "Error:" "$folder/errors" || exit 1
}
expect "7 3 9 201703"
expect "7 3 9 201703" -std=c++14
expect "7 3 9 202002" -std=c++20
expect "7 3 9 201703" --check
grep -q "ERROR SUMMARY: 0 errors" "$folder/errors"

# A file in C cannot have CUDA's headers, which are C++ here.
printf '#include <cuda_runtime.h>\nint from_c(int x) { return x; }\n' > "$folder/runtime.c"
if said=$("$cpucc" -c "$folder/runtime.c" -o "$folder/runtime.o" 2>&1); then echo "C with CUDA's headers is compiled"; exit 1; fi
[ "$said" = "$folder/runtime.c:1: error: CPU device: its CUDA headers are C++: name the file .cpp" ] || { echo "of C it says: $said"; exit 1; }
