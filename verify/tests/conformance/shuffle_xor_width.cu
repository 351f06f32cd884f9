// __shfl_xor_sync() across segments: a lane may read an earlier segment, and keeps its own value rather than read a
// later one.
#include "show.h"

__device__ int result[3][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_xor_sync(0xffffffff, lane, 8, 8);
    result[1][lane] = __shfl_xor_sync(0xffffffff, lane, 24, 16);
    result[2][lane] = __shfl_xor_sync(0xffffffff, lane, 3, 2);
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("mask 8, width 8", host[0]);
    show("mask 24, width 16", host[1]);
    show("mask 3, width 2", host[2]);
}
