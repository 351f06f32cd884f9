// Shared memory declared in a __device__ function, and shared memory passed to one by pointer and by reference.
#include "show.h"

__device__ int result[8];

// All threads of the block must call it: the array is the block's, not the caller's.
__device__ int neighbour(int value) {
    __shared__ int exchange[8];
    __syncthreads();  // the readers of an earlier call are done
    exchange[threadIdx.x] = value;
    __syncthreads();
    return exchange[(threadIdx.x + 1) % 8];
}

__device__ void add_to(int* values, int amount) { values[threadIdx.x] += amount; }
__device__ int last_of(const int (&values)[8]) { return values[7]; }

__global__ void use() {
    __shared__ int values[8];
    values[threadIdx.x] = neighbour(neighbour(threadIdx.x));
    add_to(values, 100);
    __syncthreads();
    result[threadIdx.x] = values[threadIdx.x] + 1000 * last_of(values);
}

int main() {
    use<<<1, 8>>>();
    show("results", fetch(result));
}
