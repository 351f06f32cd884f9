// fault: the next free slot of a list is taken with ++, so that two threads may take the same
// expect: racecheck race at=@A other=@A space=global array=count thread=(3,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 500, BLOCK = 128;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void compact_multiples(int* found, int* count) {  // found [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N || i % 3 != 0) return;
#ifdef FIXED
    const int slot = atomicAdd(count, 1);
#else
    const int slot = (*count)++;  // @A
#endif
    found[slot] = i;
}

int main() {
    int *found, *count;
    CHECK(cudaMalloc(&found, N * sizeof(int)));
    CHECK(cudaMalloc(&count, sizeof(int)));
    CHECK(cudaMemset(count, 0, sizeof(int)));
    compact_multiples<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(found, count);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(found));
    CHECK(cudaFree(count));
}
