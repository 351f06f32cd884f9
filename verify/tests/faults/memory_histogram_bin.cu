// fault: the largest value falls into a bin that the histogram does not have
// expect: memcheck out-of-bounds at=@A space=global array=bins distance=0 block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int BINS = 64, BLOCK = 64;

__device__ int bins[BINS];

// Launch: grid [2], block [BLOCK].
__global__ void histogram() {
    const int value = blockIdx.x * BLOCK + threadIdx.x;  // 0 to 127
    if (value > BINS) return;
#ifdef FIXED
    atomicAdd(&bins[min(value, BINS - 1)], 1);
#else
    atomicAdd(&bins[value], 1);  // @A
#endif
}

int main() {
    histogram<<<2, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
