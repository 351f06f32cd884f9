// A 1-D grid of 1-D blocks: the global index, and the guard for the ragged last block.
#include "show.h"

constexpr int N = 10;
__device__ int result[N];

__global__ void square(int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) result[i] = i * i;
}

int main() {
    const int block = 4;
    const int grid = (N + block - 1) / block;  // 3 blocks hold 12 threads, 2 of which have nothing to do
    square<<<grid, block>>>(N);
    show("squares", fetch(result));
}
