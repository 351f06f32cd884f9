// fault: one kernel writes every other element, and the next one reads them all
// expect: initcheck uninitialised at=@A space=global array=x thread=(1,0,0) block=(0,0,0) count=64
#include "faults.h"

constexpr int N = 128;

// x [N]. Launch: grid [1], block [N / 2].
__global__ void fill_even(float* x) { x[2 * threadIdx.x] = threadIdx.x; }

// x [N], y [N]. Launch: grid [1], block [N].
__global__ void square(const float* x, float* y) {
    const int i = threadIdx.x;
#ifdef FIXED
    y[i] = i % 2 == 0 ? x[i] * x[i] : 0;
#else
    const float value = x[i];  // @A
    y[i] = value * value;
#endif
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    fill_even<<<1, N / 2>>>(x);
    square<<<1, N>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
