// fault: a tile that is wider than it is high is read with row and column exchanged
// expect: memcheck out-of-bounds at=@A space=shared array=tile distance=0 thread=(4,0,0) block=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 8;

__device__ int out[H][W];

// Launch: grid [1], block [W, H].
__global__ void mirror_tile() {
    __shared__ int tile[H][W];  // [row, column]
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = x + y;
    __syncthreads();
#ifdef FIXED
    out[y][x] = tile[y][W - 1 - x];
#else
    out[y][x] = tile[x][y];  // @A
#endif
}

int main() {
    mirror_tile<<<1, dim3(W, H)>>>();
    CHECK(cudaDeviceSynchronize());
}
