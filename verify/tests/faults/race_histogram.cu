// fault: a histogram in shared memory counts with ++, which two threads may do at once
// expect: racecheck race at=@A other=@A space=shared array=bins thread=(10,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 1000, BLOCK = 128, BINS = 16;

__device__ int counts[BINS];

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void histogram_shared() {
    __shared__ int bins[BINS];
    if (threadIdx.x < BINS) bins[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    const int value = i % 10;
#ifdef FIXED
    if (i < N) atomicAdd(&bins[value], 1);
#else
    if (i < N) ++bins[value];  // @A
#endif
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

int main() {
    histogram_shared<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
