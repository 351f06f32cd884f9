// fault: a value is handed over by a volatile flag without a fence between value and flag
// expect: racecheck race at=@A other=@B space=shared array=value thread=(32,0,0)
#include "faults.h"

__device__ float out;

// Launch: grid [1], block [64].
__global__ void hand_over(float x) {
    __shared__ float value;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = x * x;  // @A
#ifdef FIXED
        __threadfence_block();
#endif
        ready = 1;
    }
    if (threadIdx.x == 32) {
        while (ready == 0) __nanosleep(20);
        __threadfence_block();
        out = value;  // @B
    }
}

int main() {
    hand_over<<<1, 64>>>(3);
    CHECK(cudaDeviceSynchronize());
}
