// fault: a thread hands on a pointer to an array of its own, through which the others read
// expect: memcheck other-local at=@A space=local block=(0,0,0) count=31
#include "faults.h"

constexpr int BLOCK = 32;

__device__ int out[BLOCK];

// Launch: grid [1], block [BLOCK].
__global__ void read_table() {
#ifdef FIXED
    __shared__ int table[4];
    if (threadIdx.x < 4) table[threadIdx.x] = 10 * threadIdx.x;
    __syncthreads();
    const int* shared_table = table;
#else
    __shared__ const int* volatile shared_table;
    int table[4];
    for (int i = 0; i < 4; ++i) table[i] = 10 * i;
    if (threadIdx.x == 5) shared_table = table;
    __syncthreads();
#endif
    out[threadIdx.x] = shared_table[threadIdx.x % 4];  // @A
    __syncthreads();
}

int main() {
    read_table<<<1, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
