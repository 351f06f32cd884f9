#!/bin/sh
# Builds one text in two folders with the cpucc that is given, and compares the programs byte by byte; then another text,
# which must make another program.
set -eu
cpucc=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
program() { # folder, number
    mkdir "$folder/$1"
    cat > "$folder/$1/lesson.cu" <<EOF
#line 1 "lessons/day007/lesson.cu"
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = $2; }  // $1
int main() {
    int* x = nullptr;
    cudaMalloc(&x, 32 * sizeof(int));
    fill<<<1, 32>>>(x);
    std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
EOF
    "$cpucc" -std=c++20 -O3 -I . "$folder/$1/lesson.cu" -o "$folder/$1/cpu"
}
program one 1
program two 1
program three 3
cmp "$folder/one/cpu" "$folder/two/cpu"
! cmp -s "$folder/one/cpu" "$folder/three/cpu"
