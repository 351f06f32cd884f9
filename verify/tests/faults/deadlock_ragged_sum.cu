// fault: the lanes with data shuffle with a full mask, and the lanes without are already at the barrier
// expect: synccheck deadlock at=@A other=@B block=(1,0,0)
#include "faults.h"

constexpr int N = 80, BLOCK = 64;

__device__ int x[N], totals[2];

__device__ int sum_warp(int value) {
    for (int bit = 16; bit > 0; bit /= 2) value += __shfl_xor_sync(0xffffffff, value, bit);  // @A
    return value;
}

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void sum_block() {
    __shared__ int parts[BLOCK / 32];  // [warp]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int sum = 0;
#ifdef FIXED
    sum = sum_warp(i < N ? x[i] : 0);
#else
    if (i < N) sum = sum_warp(x[i]);
#endif
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();  // @B
    if (threadIdx.x == 0) totals[blockIdx.x] = parts[0] + parts[1];
}

int main() {
    sum_block<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
