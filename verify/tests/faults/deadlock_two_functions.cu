// fault: two lanes name each other in their masks and call different functions
// expect: synccheck deadlock at=@A other=@B block=(0,0,0)
#include "faults.h"

__device__ int out[2];

// Launch: grid [1], block [2].
__global__ void meet() {
    int value = threadIdx.x;
#ifdef FIXED
    value = __shfl_xor_sync(0x3, value, 1);
    __syncwarp(0x3);
#else
    if (threadIdx.x == 0)
        value = __shfl_xor_sync(0x3, value, 1);  // @A
    else
        __syncwarp(0x3);  // @B
#endif
    out[threadIdx.x] = value;
}

int main() {
    meet<<<1, 2>>>();
    CHECK(cudaDeviceSynchronize());
}
