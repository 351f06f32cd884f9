// fault: half of a warp waits for the block, the other half for the warp: neither comes
// expect: synccheck deadlock at=@A other=@B block=(0,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void wait_crosswise() {
    __shared__ int values[32];
    const int lane = threadIdx.x;
    values[lane] = lane;
#ifdef FIXED
    __syncwarp();
    __syncthreads();
#else
    if (lane < 16)
        __syncthreads();  // @A
    else
        __syncwarp();  // @B
#endif
    out[lane] = values[31 - lane];
}

int main() {
    wait_crosswise<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
