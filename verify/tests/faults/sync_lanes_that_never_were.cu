// fault: a block of 48 threads shuffles with a full mask, and its last warp has 16 lanes
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

constexpr int N = 48;

__device__ int sums[N];

// Launch: grid [1], block [N].
__global__ void sum_of_sixteen() {
#ifdef FIXED
    const unsigned mask = threadIdx.x < 32 ? 0xffffffffu : 0x0000ffffu;
#else
    const unsigned mask = 0xffffffffu;
#endif
    int sum = threadIdx.x;
    for (int bit = 8; bit > 0; bit /= 2) sum += __shfl_xor_sync(mask, sum, bit);  // @A
    sums[threadIdx.x] = sum;
}

int main() {
    sum_of_sixteen<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
