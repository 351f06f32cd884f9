// fault: cudaFree gets a pointer into the middle of an allocation, which therefore stays
// expect: memcheck invalid-free at=@A
// expect: memcheck leak at=@B count=1
#include "faults.h"

constexpr int N = 64;

int main() {
    float* x;
    CHECK(cudaMalloc(&x, 2 * N * sizeof(float)));  // @B
    CHECK(cudaMemset(x, 0, 2 * N * sizeof(float)));
#ifndef FIXED
    x += N;  // "the second half"
#endif
    cudaFree(x);  // @A
}
