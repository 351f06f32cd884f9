// fault: the guard of an array of N elements lets index N pass
// expect: memcheck out-of-bounds at=@A space=global array=x distance=0 block=(3,0,0) thread=(232,0,0)
#include "faults.h"

constexpr int N = 1000, BLOCK = 256;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void fill(float* x, float value) {  // x [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
#ifdef FIXED
    if (i < N) x[i] = value;
#else
    if (i <= N) x[i] = value;  // @A
#endif
}

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    fill<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, 1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
