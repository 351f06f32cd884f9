// fault: the last block adds up the sums of all, which they store without a fence before they count themselves finished
// expect: racecheck race at=@A other=@B space=global array=sums
#include "faults.h"

constexpr int BLOCK = 32, BLOCKS = 8;

__device__ unsigned int finished;
__device__ int sums[BLOCKS], total;

__device__ int sum_warp(int x) {
    for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(0xffffffff, x, offset);
    return x;
}

// Launch: grid [BLOCKS], block [BLOCK].
__global__ void sum_last_block() {
    __shared__ bool last;
    const int sum = sum_warp(blockIdx.x * BLOCK + threadIdx.x);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;  // @A
#ifdef FIXED
        __threadfence();
#endif
        last = atomicInc(&finished, BLOCKS - 1) == BLOCKS - 1;
    }
    __syncthreads();
    if (!last) return;
    const int part = threadIdx.x < BLOCKS ? sums[threadIdx.x] : 0;  // @B
    const int all = sum_warp(part);
    if (threadIdx.x == 0) total = all;
}

int main() {
    sum_last_block<<<BLOCKS, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
