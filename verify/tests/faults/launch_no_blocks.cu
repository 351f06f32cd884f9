// fault: N / BLOCK, rounded down, is no block at all, and nobody asks whether the kernel ran
// expect: memcheck unchecked-launch at=@A
#include "faults.h"

constexpr int N = 100, BLOCK = 128;

__device__ int x[N];

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void count_up() {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < N) x[i] = i;
}

int main() {
#ifdef FIXED
    const int blocks = (N + BLOCK - 1) / BLOCK;
#else
    const int blocks = N / BLOCK;
#endif
    count_up<<<blocks, BLOCK>>>();  // @A
    CHECK(cudaDeviceSynchronize());
}
