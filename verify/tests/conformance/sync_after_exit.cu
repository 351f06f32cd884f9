// A barrier waits for the threads of the block that have not exited; those that left early are not missed.
#include "show.h"

__device__ int result[64];
__device__ int present[2];

__global__ void shrink() {
    __shared__ int values[64];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x >= 40) return;
    const int first = __syncthreads_count(1);
    if (threadIdx.x >= 32) return;
    const int second = __syncthreads_count(1);
    result[threadIdx.x] = values[63 - threadIdx.x];
    if (threadIdx.x == 0) present[0] = first, present[1] = second;
}

int main() {
    shrink<<<1, 64>>>();
    show("threads at the barriers", fetch(present));
    show("values", fetch(result)[0], fetch(result)[31], fetch(result)[32]);
}
