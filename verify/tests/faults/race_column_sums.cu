// fault: the threads of a column add to its sum one and all
// expect: racecheck race at=@A other=@A space=shared array=sums thread=(0,1,0) block=(0,0,0)
#include "faults.h"

constexpr int H = 8, W = 16, BLOCKS = 2;

__device__ float out[BLOCKS][W];

// Launch: grid [BLOCKS], block [W, H].
__global__ void sum_columns(float scale) {
    __shared__ float tile[H][W];  // [row, column]
    __shared__ float sums[W];     // [column]
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = scale * (x + y);
    if (y == 0) sums[x] = 0;
    __syncthreads();
#ifdef FIXED
    if (y == 0)
        for (int row = 0; row < H; ++row) sums[x] += tile[row][x];
#else
    sums[x] += tile[y][x];  // @A
#endif
    __syncthreads();
    if (y == 0) out[blockIdx.x][x] = sums[x];
}

int main() {
    sum_columns<<<BLOCKS, dim3(W, H)>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
