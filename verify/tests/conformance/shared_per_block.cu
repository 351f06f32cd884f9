// Each block has shared memory of its own: what one block writes, no other sees.
#include "show.h"

__device__ int result[6];

__global__ void count(int turns) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 100 * blockIdx.x;
    __syncthreads();
    for (int i = 0; i < turns; ++i) atomicAdd(&total, 1);
    __syncthreads();
    if (threadIdx.x == 0) result[blockIdx.x] = total;
}

int main() {
    count<<<6, 16>>>(3);
    show("totals", fetch(result));
}
