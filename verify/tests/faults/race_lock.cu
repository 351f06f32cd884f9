// fault: a lock is released without a fence, so that the next owner may miss what this one stored
// expect: racecheck race at=@A other=@A space=global array=best block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int BLOCKS = 4;

__device__ int lock;
__device__ float best;

// Launch: grid [BLOCKS], block [1].
__global__ void keep_largest(float scale) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    best = fmaxf(best, scale * (blockIdx.x + 1));  // @A
#ifdef FIXED
    __threadfence();
#endif
    atomicExch(&lock, 0);
}

int main() {
    keep_largest<<<BLOCKS, 1>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
