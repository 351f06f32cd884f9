// fault: the first row of a two-dimensional block has a barrier more than the others
// expect: synccheck divergent-barrier at=@A other=@B block=(0,0,0)
// expect: synccheck divergent-barrier at=@B block=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 32;

__device__ int out[H][W];

// Launch: grid [1], block [W, H].
__global__ void scale_rows() {
    __shared__ int factors[W];
    const int x = threadIdx.x, y = threadIdx.y;
    if (y == 0) {
        factors[x] = x % 3;
#ifndef FIXED
        __syncthreads();  // @A
#endif
    }
    __syncthreads();  // @B
    out[y][x] = y * factors[x];
}

int main() {
    scale_rows<<<1, dim3(W, H)>>>();
    CHECK(cudaDeviceSynchronize());
}
