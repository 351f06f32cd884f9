// fault: cudaMemset is told the number of elements, where it counts bytes
// expect: initcheck uninitialised at=@A space=global array=x block=(1,0,0) thread=(0,0,0) count=192
#include "faults.h"

constexpr int N = 256, BLOCK = 64;

// x [N]. Launch: grid [N / BLOCK], block [BLOCK].
__global__ void increment(int* x) {
    x[blockIdx.x * BLOCK + threadIdx.x] += 1;  // @A
}

int main() {
    int* x;
    CHECK(cudaMalloc(&x, N * sizeof(int)));
#ifdef FIXED
    CHECK(cudaMemset(x, 0, N * sizeof(int)));
#else
    CHECK(cudaMemset(x, 0, N));
#endif
    increment<<<N / BLOCK, BLOCK>>>(x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
