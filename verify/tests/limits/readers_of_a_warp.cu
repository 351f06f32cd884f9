// limit: of the readers of a place the checker keeps one, and takes those of its warp for ordered with it
// build: check
// prints: no finding, though lane 0 may read after lane 2 has written
#include <cstdio>

// Lanes 0 and 1 read s, lane 1 waits with lane 2, and that writes. Launch: grid [1], block [32].
__global__ void read_then_write(int* seen) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 7;
    __syncthreads();
    if (threadIdx.x < 2) seen[threadIdx.x] = s;
    if (threadIdx.x == 1 || threadIdx.x == 2) __syncwarp(0x6);  // not with lane 0
    if (threadIdx.x == 2) s = 8;
    __syncthreads();
    if (threadIdx.x == 2) seen[2] = s;
}

int main() {
    int* seen;
    cudaMalloc(&seen, 3 * sizeof(int));
    read_then_write<<<1, 32>>>(seen);
    if (cudaDeviceSynchronize() == cudaSuccess)
        std::printf("no finding, though lane 0 may read after lane 2 has written\n");
    cudaFree(seen);
}
