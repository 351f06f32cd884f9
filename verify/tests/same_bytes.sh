#!/bin/sh
# Builds one text in two folders with the cpucc that is given, and compares the programs byte by byte; then another text,
# which must make another program. And all that for a program that is counted, which has lines for that.
set -eu
cpucc=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
program() { # folder, number, include
    mkdir "$folder/$1"
    cd "$folder/$1"
    cat > "$folder/$1/lesson.cu" <<EOF
#line 1 "lessons/day007/lesson.cu"
#include <cstdio>
$3
__global__ void fill(int* x) { x[threadIdx.x] = $2; }  // $1
int main() {
    int* x = nullptr;
    cudaMalloc(&x, 32 * sizeof(int));
    fill<<<1, 32>>>(x);
    std::printf("%s\\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
EOF
    "$cpucc" -std=c++20 -O3 -I "$root" "$folder/$1/lesson.cu" -o "$folder/$1/cpu"
}
for include in '' '#include "verify/counts.h"'; do
    program one 1 "$include"
    program two 1 "$include"
    program three 3 "$include"
    cmp "$folder/one/cpu" "$folder/two/cpu"
    if cmp -s "$folder/one/cpu" "$folder/three/cpu"; then exit 1; fi
    rm -r "$folder/one" "$folder/two" "$folder/three"
done
