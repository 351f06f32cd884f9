// fault: a tree within one warp trusts in lock step and has no __syncwarp between its levels
// expect: racecheck race at=@A other=@A space=shared array=sums thread=(1,0,0)
#include "faults.h"

__device__ float x[32], total;

// Launch: grid [1], block [32].
__global__ void sum_warp_tree() {
    __shared__ float sums[32];
    const int lane = threadIdx.x;
    sums[lane] = x[lane];
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        if (lane < half) sums[lane] += sums[lane + half];  // @A
#ifdef FIXED
        __syncwarp();
#endif
    }
    if (lane == 0) total = sums[0];
}

int main() {
    sum_warp_tree<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
