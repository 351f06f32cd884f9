// fault: several threads store the same value into one flag with plain stores
// expect: racecheck same-value at=@A other=@A space=shared array=found thread=(32,0,0)
#include "faults.h"

constexpr int N = 256, BLOCK = 64;

__device__ int out;

// Launch: grid [1], block [BLOCK].
__global__ void contains_multiple_of_seven() {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += BLOCK) {
        if (i % 7 != 0) continue;
#ifdef FIXED
        atomicExch(&found, 1);
#else
        found = 1;  // @A
#endif
    }
    __syncthreads();
    if (threadIdx.x == 0) out = found;
}

int main() {
    contains_multiple_of_seven<<<1, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
