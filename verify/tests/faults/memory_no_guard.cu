// fault: the last block is ragged and nothing guards its threads
// expect: memcheck out-of-bounds at=@A space=global array=x distance=0 block=(3,0,0) thread=(232,0,0)
#include "faults.h"

constexpr int N = 1000, BLOCK = 256;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void scale(float* x, float factor) {  // x [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
#ifdef FIXED
    if (i >= N) return;
#endif
    x[i] *= factor;  // @A
}

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, 2);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
