// fault: a tile has room for a halo at both ends, which nobody fills
// expect: initcheck uninitialised at=@A space=shared array=tile thread=(0,0,0) count=2
#include "faults.h"

constexpr int N = 64;

__device__ int out[N];

// Launch: grid [1], block [N].
__global__ void add_neighbours() {
    __shared__ int tile[1 + N + 1];  // [halo, elements, halo]
    const int i = threadIdx.x;
    tile[1 + i] = i;
#ifdef FIXED
    if (i == 0) tile[0] = 0;
    if (i == N - 1) tile[1 + N] = 0;
#endif
    __syncthreads();
    out[i] = tile[i] + tile[i + 2];  // @A
}

int main() {
    add_neighbours<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
