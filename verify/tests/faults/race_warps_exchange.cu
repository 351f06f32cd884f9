// fault: two warps exchange elements and wait with __syncwarp, which reaches no other warp
// expect: racecheck race at=@A other=@B space=shared array=tile
// expect: initcheck uninitialised at=@B space=shared array=tile
#include "faults.h"

constexpr int N = 64;

__device__ int out[N];

// Launch: grid [1], block [N].
__global__ void swap_warps() {
    __shared__ int tile[N];
    const int i = threadIdx.x;
    tile[i] = i;  // @A
#ifdef FIXED
    __syncthreads();
#else
    __syncwarp();
#endif
    out[i] = tile[(i + 32) % N];  // @B
}

int main() {
    swap_warps<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
