// fault: one of two arrays is never freed
// expect: memcheck leak at=@A count=1
#include "faults.h"

constexpr int N = 64;

// Launch: grid [1], block [N].
__global__ void square(const float* x, float* y) {  // x [N], y [N]
    y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));  // @A
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    square<<<1, N>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
#ifdef FIXED
    CHECK(cudaFree(y));
#endif
}
