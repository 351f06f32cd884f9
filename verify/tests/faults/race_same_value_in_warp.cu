// fault: all lanes of a warp store the sum that each of them holds: no fault, and told as advice
// expect: racecheck same-value-in-warp at=@A other=@A space=global count=31
#include "faults.h"

__device__ int total;

// Launch: grid [1], block [32].
__global__ void sum_of_lanes() {
    int sum = threadIdx.x;
    for (int bit = 16; bit > 0; bit /= 2) sum += __shfl_xor_sync(0xffffffff, sum, bit);
#ifdef FIXED
    if (threadIdx.x == 0) total = sum;
#else
    total = sum;  // @A
#endif
}

int main() {
    sum_of_lanes<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
