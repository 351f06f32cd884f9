// Atomics on shared memory: a histogram for each block, then added to one in global memory.
#include "show.h"

constexpr int BINS = 8;
__device__ unsigned histogram[BINS];

__global__ void count(int n) {
    __shared__ unsigned mine[BINS];
    if (threadIdx.x < BINS) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[i * i % BINS], 1u);
    __syncthreads();
    if (threadIdx.x < BINS) atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
}

int main() {
    count<<<5, 64>>>(1000);
    show("squares modulo 8", fetch(histogram));
}
