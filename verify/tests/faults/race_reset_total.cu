// fault: a total is set to zero again while others may already add to it, for want of a barrier
// expect: racecheck race at=@A other=@B space=shared array=total
#include "faults.h"

constexpr int N = 64;

__device__ int out[2];

// Launch: grid [1], block [N].
__global__ void sum_twice() {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, 1);
    __syncthreads();
    const int first = total;
    __syncthreads();
    if (threadIdx.x == 0) total = 0;  // @A
#ifdef FIXED
    __syncthreads();
#endif
    atomicAdd(&total, first);  // @B
    __syncthreads();
    if (threadIdx.x == 0) out[0] = first, out[1] = total;
}

int main() {
    sum_twice<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
