// fault: the output of a kernel was never allocated
// expect: memcheck null at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

// x [N]. Launch: grid [1], block [N].
__global__ void fill(float* x, float value) {
    x[threadIdx.x] = value;  // @A
}

int main() {
    float* x = nullptr;
#ifdef FIXED
    CHECK(cudaMalloc(&x, N * sizeof(float)));
#endif
    fill<<<1, N>>>(x, 1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
