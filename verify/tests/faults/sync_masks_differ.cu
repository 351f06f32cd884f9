// fault: the lower half of a warp waits for all lanes, the upper half only for itself, and is gone
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void sum_of_halves() {
    const int lane = threadIdx.x;
    int sum = lane;
#ifdef FIXED
    const unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
#else
    const unsigned mask = lane < 16 ? 0xffffffffu : 0xffff0000u;
#endif
    for (int bit = 8; bit > 0; bit /= 2) sum += __shfl_xor_sync(mask, sum, bit);  // @A
    out[lane] = sum;
}

int main() {
    sum_of_halves<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
