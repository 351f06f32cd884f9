// fault: an atomic function counts into the bin behind the last one
// expect: memcheck out-of-bounds at=@A space=global count=1
#include "faults.h"

constexpr int BINS = 8, N = 64;

// Launch: grid [1], block [N].
__global__ void count(int* bins) {
    const int bin = threadIdx.x / 8 + (threadIdx.x == 63);
#ifdef FIXED
    if (bin < BINS)
#endif
        atomicAdd(&bins[bin], 1);  // @A
}

int main() {
    int* bins;
    CHECK(cudaMalloc(&bins, BINS * sizeof(int)));
    CHECK(cudaMemset(bins, 0, BINS * sizeof(int)));
    count<<<1, N>>>(bins);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(bins));
}
