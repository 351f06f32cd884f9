// fault: thread 0 reads a total to which others still add, atomically though it be
// expect: racecheck race at=@A other=@B space=shared array=total thread=(1,0,0)
#include "faults.h"

constexpr int N = 96;

__device__ float mean;

// Launch: grid [1], block [N].
__global__ void average() {
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, 0.5f * threadIdx.x);  // @A
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) mean = total / N;  // @B
}

int main() {
    average<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
