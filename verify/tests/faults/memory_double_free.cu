// fault: an array is freed twice
// expect: memcheck double-free at=@A
#include "faults.h"

constexpr int N = 64;

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    CHECK(cudaFree(x));
#ifdef FIXED
    x = nullptr;
#endif
    cudaFree(x);  // @A
}
