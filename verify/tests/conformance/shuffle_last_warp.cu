// A block of 40 threads: its last warp has 8 lanes, and their mask is 0xff.
#include "show.h"

__device__ int result[40];

__global__ void shuffle() {
    const unsigned mask = threadIdx.x < 32 ? 0xffffffff : 0xff;
    const int lane = threadIdx.x % 32;
    const int lanes = __popc(mask);
    result[threadIdx.x] = __shfl_sync(mask, static_cast<int>(threadIdx.x), lanes - 1 - lane);
}

int main() {
    shuffle<<<1, 40>>>();
    show("reversed in each warp", fetch(result));
}
