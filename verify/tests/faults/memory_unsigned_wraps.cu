// fault: an unsigned index is taken one below zero and comes out 16 GiB further on
// expect: memcheck out-of-bounds at=@A block=(0,0,0) thread=(0,0,0)
#include "faults.h"

constexpr unsigned N = 200, BLOCK = 64;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void shift_right(const float* x, float* y) {  // x [N], y [N]
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
#ifdef FIXED
    y[i] = i > 0 ? x[i - 1] : 0;
#else
    y[i] = x[i - 1];  // @A
#endif
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    shift_right<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
