// fault: of a struct in shared memory one member is added to atomically and the other is not
// expect: racecheck race at=@A other=@A space=shared array=seen thread=(1,0,0) block=(0,0,0)
#include "faults.h"

struct Statistics {
    float sum;
    int count;
};

constexpr int BLOCK = 64, BLOCKS = 3;

__device__ Statistics out[BLOCKS];

// Launch: grid [BLOCKS], block [BLOCK].
__global__ void measure(float scale) {
    __shared__ Statistics seen;
    if (threadIdx.x == 0) seen = {0, 0};
    __syncthreads();
    atomicAdd(&seen.sum, scale * threadIdx.x);
#ifdef FIXED
    atomicAdd(&seen.count, 1);
#else
    ++seen.count;  // @A
#endif
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = seen;
}

int main() {
    measure<<<BLOCKS, BLOCK>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
