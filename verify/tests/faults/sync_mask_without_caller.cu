// fault: the upper half of a warp shuffles with a mask that names the lower half alone
// expect: synccheck bad-mask at=@A block=(0,0,0) thread=(16,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void broadcast_in_halves() {
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
#else
    const unsigned mask = 0x0000ffffu;
#endif
    out[lane] = __shfl_sync(mask, lane, 0, 16);  // @A
}

int main() {
    broadcast_in_halves<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
