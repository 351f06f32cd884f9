// fault: a lane tells its value to all after the odd lanes, of which it is one, have returned
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void subtract_one() {
    const int lane = threadIdx.x;
    const int value = lane * lane;
#ifdef FIXED
    const unsigned mask = 0x55555555u;
    const int source = 0;
#else
    const unsigned mask = 0xffffffffu;
    const int source = 1;
#endif
    if (lane % 2 != 0) return;
    out[lane] = value - __shfl_sync(mask, value, source);  // @A
}

int main() {
    subtract_one<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
