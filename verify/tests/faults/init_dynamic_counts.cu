// fault: counts in dynamic shared memory are added to, atomically, but never set to zero
// expect: initcheck uninitialised at=@A space=shared block=(0,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int BLOCK = 64, BINS = 8, BLOCKS = 2;

__device__ unsigned int out[BLOCKS][BINS];

// Launch: grid [BLOCKS], block [BLOCK], shared BINS * sizeof(unsigned int).
__global__ void count_residues() {
    extern __shared__ unsigned int counts[];  // [BINS]
#ifdef FIXED
    if (threadIdx.x < BINS) counts[threadIdx.x] = 0;
    __syncthreads();
#endif
    atomicAdd(&counts[threadIdx.x % BINS], 1u);  // @A
    __syncthreads();
    if (threadIdx.x < BINS) out[blockIdx.x][threadIdx.x] = counts[threadIdx.x];
}

int main() {
    count_residues<<<BLOCKS, BLOCK, BINS * sizeof(unsigned int)>>>();
    CHECK(cudaDeviceSynchronize());
}
