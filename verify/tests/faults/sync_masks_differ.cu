// fault: the lower half of a warp adds over all lanes, the upper half only over itself, and is gone
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
    const int half = mask == 0xffffffffu ? 16 : 8;
    for (int bit = half; bit > 0; bit /= 2) sum += __shfl_xor_sync(mask, sum, bit);  // @A
    out[lane] = sum;
}

int main() {
    sum_of_halves<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
