// fault: a tile is read back before every thread has stored its element, for want of a barrier
// expect: racecheck race at=@A other=@B space=shared array=tile thread=(32,0,0)
// expect: initcheck uninitialised at=@B space=shared array=tile thread=(0,0,0) count=32
#include "faults.h"

constexpr int N = 64;

// Launch: grid [1], block [N].
__global__ void reverse_shared(float* x) {
    __shared__ float tile[N];
    const int i = threadIdx.x;
    tile[i] = x[i];  // @A
#ifdef FIXED
    __syncthreads();
#endif
    x[i] = tile[N - 1 - i];  // @B
}

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
    reverse_shared<<<1, N>>>(x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
