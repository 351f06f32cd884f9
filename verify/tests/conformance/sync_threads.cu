// __syncthreads(): a tree sum in shared memory, one barrier a level, and barriers in a loop.
#include "show.h"

__device__ int result[3];

__global__ void sum(int n) {
    __shared__ int partial[256];
    partial[threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) partial[threadIdx.x] += i;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (static_cast<int>(threadIdx.x) < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();  // this level is written before the next one reads it
    }
    if (threadIdx.x == 0) result[blockIdx.x] = partial[0] + blockIdx.x;
}

int main() {
    sum<<<3, 256>>>(1000);
    show("0 + ... + 999, by block", fetch(result));
}
