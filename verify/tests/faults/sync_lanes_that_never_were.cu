// fault: a block of 48 threads adds over 32 lanes, and its last warp has 16
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

constexpr int N = 48;

__device__ int sums[N];

// Launch: grid [1], block [N].
__global__ void sum_of_warp() {
#ifdef FIXED
    const unsigned mask = threadIdx.x < 32 ? 0xffffffffu : 0x0000ffffu;
    const int half = threadIdx.x < 32 ? 16 : 8;
#else
    const unsigned mask = 0xffffffffu;
    const int half = 16;
#endif
    int sum = threadIdx.x;
    for (int bit = half; bit > 0; bit /= 2) sum += __shfl_xor_sync(mask, sum, bit);  // @A
    sums[threadIdx.x] = sum;
}

int main() {
    sum_of_warp<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
