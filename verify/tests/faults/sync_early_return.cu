// fault: threads beyond the end return before a barrier of their block
// expect: synccheck exited-before-barrier at=@A block=(1,0,0)
#include "faults.h"

constexpr int N = 100, BLOCK = 64;

__device__ int x[N], y[N];

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void shift_right_in_block() {
    __shared__ int tile[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
#ifndef FIXED
    if (i >= N) return;
#endif
    if (i < N) tile[threadIdx.x] = x[i];
    __syncthreads();  // @A
    if (i < N) y[i] = threadIdx.x > 0 ? tile[threadIdx.x - 1] : 0;
}

int main() {
    shift_right_in_block<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
