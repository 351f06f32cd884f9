// fault: a barrier stands in a branch that only some threads take, while the others go home
// expect: synccheck exited-before-barrier at=@A block=(0,0,0)
#include "faults.h"

constexpr int N = 64, BLOCK = 2 * N;

__device__ int out[N];

// Launch: grid [1], block [BLOCK].
__global__ void reverse_first_half() {
    __shared__ int tile[N];
    const int i = threadIdx.x;
#ifdef FIXED
    if (i < N) tile[i] = i;
    __syncthreads();
    if (i < N) out[i] = tile[N - 1 - i];
#else
    if (i < N) {
        tile[i] = i;
        __syncthreads();  // @A
        out[i] = tile[N - 1 - i];
    }
#endif
}

int main() {
    reverse_first_half<<<1, BLOCK>>>();
    CHECK(cudaDeviceSynchronize());
}
