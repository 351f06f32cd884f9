// fault: after a tree of volatile accesses all lanes read the sum through a plain pointer without a last __syncwarp
// expect: racecheck race at=@A other=@B space=shared array=sums thread=(1,0,0)
#include "faults.h"

__device__ int out[32];

__device__ void sum_tree(volatile int* sums, int lane) {
    for (int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (lane < half) sums[lane] = sums[lane] + sums[lane + half];  // @A
    }
}

// Launch: grid [1], block [32].
__global__ void sum_warp_volatile() {
    __shared__ int sums[32];
    const int lane = threadIdx.x;
    sums[lane] = lane;
    sum_tree(sums, lane);
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = sums[0];  // @B
}

int main() {
    sum_warp_volatile<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
