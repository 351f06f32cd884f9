// fault: an early return goes past the release of pinned memory
// expect: memcheck leak at=@A count=1
#include "faults.h"

constexpr int N = 64;

__device__ int total;

// Launch: grid [1], block [N].
__global__ void sum(const int* x) {  // x [N]
    atomicAdd(&total, x[threadIdx.x]);
}

int main() {
    int* x;
    CHECK(cudaMallocHost(&x, N * sizeof(int)));  // @A
    for (int i = 0; i < N; ++i) x[i] = i - N / 2;
    sum<<<1, N>>>(x);
    int h_total = 0;
    CHECK(cudaMemcpyFromSymbol(&h_total, total, sizeof(int)));
#ifndef FIXED
    if (h_total < 0) return 0;
#endif
    CHECK(cudaFreeHost(x));
}
