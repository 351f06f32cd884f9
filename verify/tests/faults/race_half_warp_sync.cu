// fault: each half of a warp waits for itself alone, and then reads what the other half stores
// expect: racecheck race at=@A other=@B space=shared array=values
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void exchange_in_warp() {
    __shared__ int values[32];
    const int lane = threadIdx.x;
    const unsigned my_half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    values[lane] = 0;
    __syncwarp();
    values[lane] = lane;  // @A
    __syncwarp(my_half);
#ifdef FIXED
    out[lane] = values[lane ^ 8];
#else
    out[lane] = values[lane ^ 16];  // @B
#endif
}

int main() {
    exchange_in_warp<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
