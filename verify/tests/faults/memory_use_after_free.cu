// fault: a kernel reads an array that was freed before its launch
// expect: memcheck use-after-free at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

// x [N], y [N]. Launch: grid [1], block [N].
__global__ void scale(const float* x, float* y, float factor) {
    y[threadIdx.x] = factor * x[threadIdx.x];  // @A
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
#ifdef FIXED
    scale<<<1, N>>>(x, y, 2);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
#else
    CHECK(cudaFree(x));
    scale<<<1, N>>>(x, y, 2);
    CHECK(cudaDeviceSynchronize());
#endif
    CHECK(cudaFree(y));
}
