// __syncwarp(): lanes of a warp exchange values through shared memory without a barrier of the block.
#include "show.h"

__device__ int result[64];

__global__ void exchange() {
    __shared__ int values[64];
    const int t = threadIdx.x, lane = t % 32;
    values[t] = t;
    __syncwarp();
    const int mirrored = values[t - lane + 31 - lane];
    __syncwarp();
    // The two halves of a warp go separate ways, each with its own mask.
    if (lane < 16) {
        values[t] = mirrored + 1000;
        __syncwarp(0x0000ffff);
        result[t] = values[t ^ 1];
    } else {
        values[t] = mirrored + 2000;
        __syncwarp(0xffff0000);
        result[t] = values[t ^ 8];
    }
}

int main() {
    exchange<<<1, 64>>>();
    show("64 threads", fetch(result));
}
