// fault: a grid-stride loop strides by the block, so that the blocks do one another's work again
// expect: racecheck race at=@A other=@A space=global array=x block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int N = 1000, BLOCK = 64, BLOCKS = 4;

// Launch: grid [BLOCKS], block [BLOCK].
__global__ void scale_grid_stride(float* x, float factor) {  // x [N]
#ifdef FIXED
    const int stride = gridDim.x * blockDim.x;
#else
    const int stride = blockDim.x;
#endif
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += stride) x[i] *= factor;  // @A
}

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    scale_grid_stride<<<BLOCKS, BLOCK>>>(x, 2);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
