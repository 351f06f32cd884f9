// fault: a convolution takes its whole halo at the right edge too, where the array has ended
// expect: memcheck out-of-bounds at=@A space=global array=x distance=0 block=(0,0,0) thread=(126,0,0)
#include "faults.h"

constexpr int N = 128, R = 2;

// Launch: grid [1], block [N].
__global__ void convolve(const float* x, float* y) {  // x [N], y [N]
    const int i = threadIdx.x;
    float sum = 0;
#ifdef FIXED
    for (int d = 0; d <= R && i + d < N; ++d) sum += x[i + d];
#else
    for (int d = 0; d <= R; ++d) sum += x[i + d];  // @A
#endif
    y[i] = sum;
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    convolve<<<1, N>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
