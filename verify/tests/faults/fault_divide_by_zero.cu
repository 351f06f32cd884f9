// fault: an integer is divided by a count that may be zero
// expect: memcheck device-fault at=@A block=(0,0,0) thread=(5,0,0)
#include "faults.h"

constexpr int N = 8;

// sums [N], counts [N], means [N]. Launch: grid [1], block [N].
__global__ void average(const int* sums, const int* counts, int* means) {
    const int i = threadIdx.x;
#ifdef FIXED
    means[i] = counts[i] > 0 ? sums[i] / counts[i] : 0;
#else
    means[i] = sums[i] / counts[i];  // @A
#endif
}

int main() {
    int *sums, *counts, *means;
    CHECK(cudaMallocManaged(&sums, N * sizeof(int)));
    CHECK(cudaMallocManaged(&counts, N * sizeof(int)));
    CHECK(cudaMallocManaged(&means, N * sizeof(int)));
    for (int i = 0; i < N; ++i) sums[i] = 100 * i, counts[i] = 5 - i;
    average<<<1, N>>>(sums, counts, means);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(sums));
    CHECK(cudaFree(counts));
    CHECK(cudaFree(means));
}
