// fault: the threads of a block go through a loop with a barrier a different number of times
// expect: synccheck divergent-barrier at=@A block=(0,0,0)
#include "faults.h"

constexpr int N = 100, BLOCK = 64;

__device__ float y[N];

// Launch: grid [1], block [BLOCK].
__global__ void count_up(float step) {
    __shared__ float s_step;
    if (threadIdx.x == 0) s_step = step;
#ifdef FIXED
    for (int begin = 0; begin < N; begin += BLOCK) {
        const int i = begin + threadIdx.x;
#else
    for (int i = threadIdx.x; i < N; i += BLOCK) {
#endif
        __syncthreads();  // @A
        if (i < N) y[i] = s_step * i;
    }
}

int main() {
    count_up<<<1, BLOCK>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
