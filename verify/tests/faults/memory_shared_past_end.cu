// fault: a tile in shared memory lacks room for the element that is carried in at its left
// expect: memcheck out-of-bounds at=@A space=shared array=tile distance=0 thread=(63,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ int out[N];

// Launch: grid [1], block [N].
__global__ void shift_shared(int carried) {
#ifdef FIXED
    __shared__ int tile[N + 1];
#else
    __shared__ int tile[N];
#endif
    const int i = threadIdx.x;
    if (i == 0) tile[0] = carried;
    tile[i + 1] = i;  // @A
    __syncthreads();
    out[i] = tile[i];
}

int main() {
    shift_shared<<<1, N>>>(-1);
    CHECK(cudaDeviceSynchronize());
}
