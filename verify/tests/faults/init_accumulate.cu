// fault: a kernel adds to an array fresh from cudaMalloc as though it were zero
// expect: initcheck uninitialised at=@A space=global array=y block=(0,0,0) thread=(0,0,0) count=200
#include "faults.h"

constexpr int N = 200, BLOCK = 64;

// x [N], y [N]. Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void axpy(float a, const float* x, float* y) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < N) y[i] += a * x[i];  // @A
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
#ifdef FIXED
    CHECK(cudaMemset(y, 0, N * sizeof(float)));
#endif
    axpy<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(2, x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
