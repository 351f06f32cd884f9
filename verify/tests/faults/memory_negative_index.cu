// fault: the first thread reads the element before the first
// expect: memcheck out-of-bounds at=@A space=global array=x distance=-4 block=(0,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int N = 200, BLOCK = 64;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void differentiate(const float* x, float* y) {  // x [N], y [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
#ifdef FIXED
    const float left = i > 0 ? x[i - 1] : 0;
#else
    const float left = x[i - 1];  // @A
#endif
    y[i] = x[i] - left;
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    differentiate<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
