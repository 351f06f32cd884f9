// fault: the lower half of a warp waits for all lanes; the upper half, with a mask of its own, goes on to the barrier
// expect: synccheck deadlock at=@A other=@B block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ int out[N];

// Launch: grid [1], block [N].
__global__ void exchange() {
    __shared__ int values[N];
    const int i = threadIdx.x, lane = i % 32;
    values[i] = i;
#ifdef FIXED
    const unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
#else
    const unsigned mask = lane < 16 ? 0xffffffffu : 0xffff0000u;
#endif
    __syncwarp(mask);  // @A
    const int pair = values[i] + values[i ^ 1];
    __syncthreads();  // @B
    out[i] = pair + values[N - 1 - i];
}

int main() {
    exchange<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
