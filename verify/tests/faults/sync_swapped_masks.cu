// fault: the halves of a warp wait with each other's mask instead of their own
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void swap_neighbours() {
    __shared__ int values[32];
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned my_half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
#else
    const unsigned my_half = lane < 16 ? 0xffff0000u : 0x0000ffffu;
#endif
    values[lane] = lane;
    __syncwarp(my_half);  // @A
    out[lane] = values[lane ^ 1];
}

int main() {
    swap_neighbours<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
