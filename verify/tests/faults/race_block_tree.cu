// fault: a tree over the whole block has no barrier between its levels
// expect: racecheck race at=@A other=@A space=shared thread=(1,0,0) block=(0,0,0)
#include "faults.h"

constexpr int BLOCK = 128, BLOCKS = 2;

__device__ int totals[BLOCKS];

// Launch: grid [BLOCKS], block [BLOCK], shared BLOCK * sizeof(int).
__global__ void sum_block_tree() {
    extern __shared__ int sums[];  // [thread]
    const int i = threadIdx.x;
    sums[i] = i;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (i < half) sums[i] += sums[i + half];  // @A
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (i == 0) totals[blockIdx.x] = sums[0];
}

int main() {
    sum_block_tree<<<BLOCKS, BLOCK, BLOCK * sizeof(int)>>>();
    CHECK(cudaDeviceSynchronize());
}
