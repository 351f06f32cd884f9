// fault: a device function with a barrier is called by one half of the block, while the other waits at its own
// expect: synccheck divergent-barrier at=@A other=@B block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ float out[N];

__device__ float sum_of_block(float* parts, float x) {
    parts[threadIdx.x] = x;
    __syncthreads();  // @A
    float sum = 0;
    for (int i = 0; i < N / 2; ++i) sum += parts[i];
    return sum;
}

// Launch: grid [1], block [N].
__global__ void normalise(float scale) {
    __shared__ float parts[N];
    const float x = scale * threadIdx.x;
#ifdef FIXED
    out[threadIdx.x] = x / (1 + sum_of_block(parts, x));
#else
    if (threadIdx.x < N / 2) {
        out[threadIdx.x] = x / (1 + sum_of_block(parts, x));
    } else {
        out[threadIdx.x] = x;
        __syncthreads();  // @B
    }
#endif
}

int main() {
    normalise<<<1, N>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
