// fault: the two ways of a branch have a barrier each, and a block's threads wait at both
// expect: synccheck divergent-barrier at=@A other=@B block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ int out[N];

// Launch: grid [1], block [N].
__global__ void mirror_halves() {
    __shared__ int tile[N];
    const int i = threadIdx.x;
#ifdef FIXED
    tile[i] = i < N / 2 ? i : -i;
    __syncthreads();
#else
    if (i < N / 2) {
        tile[i] = i;
        __syncthreads();  // @A
    } else {
        tile[i] = -i;
        __syncthreads();  // @B
    }
#endif
    out[i] = tile[N - 1 - i];
}

int main() {
    mirror_halves<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
