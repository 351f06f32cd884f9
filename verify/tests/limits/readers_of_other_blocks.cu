// limit: of the readers of a place the checker keeps one, and takes the others for ordered after a finer order
// build: check
// prints: no finding, though block 0 may read after block 1 has written
#include <cstdio>

__device__ int x, turns;

// Each block reads x, then they take turns at an atomic without a fence; the last writes. Launch: grid [2], block [32].
__global__ void read_then_write(int* seen) {
    const int mine = x;  // every thread of both blocks
    __syncwarp();
    if (threadIdx.x == 0 && atomicAdd(&turns, 1) == 1) x = mine + 1;
    seen[blockIdx.x * 32 + threadIdx.x] = mine;
}

int main() {
    int* seen;
    cudaMalloc(&seen, 64 * sizeof(int));
    read_then_write<<<2, 32>>>(seen);
    if (cudaDeviceSynchronize() == cudaSuccess)
        std::printf("no finding, though block 0 may read after block 1 has written\n");
    cudaFree(seen);
}
