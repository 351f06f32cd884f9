// A static __shared__ array: threads of a block exchange values through it.
#include "show.h"

__device__ int result[8];

__global__ void reverse() {
    __shared__ int values[8];
    values[threadIdx.x] = 10 * threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = values[7 - threadIdx.x];
}

int main() {
    reverse<<<1, 8>>>();
    show("reversed", fetch(result));
}
