// fault: the first lane tells its value to all after odd lanes, which the mask names too, have returned
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void subtract_first() {
    const int lane = threadIdx.x;
    const int value = lane * lane;
#ifdef FIXED
    const unsigned even = 0x55555555u;
#else
    const unsigned even = 0xffffffffu;
#endif
    if (lane % 2 != 0) return;
    out[lane] = value - __shfl_sync(even, value, 0);  // @A
}

int main() {
    subtract_first<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
