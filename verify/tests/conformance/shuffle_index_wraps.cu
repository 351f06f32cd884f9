// __shfl_sync() with a source outside 0 .. width - 1: it counts modulo the width, in the lane's own segment.
#include "show.h"

__device__ int result[4][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_sync(0xffffffff, lane, 33);
    result[1][lane] = __shfl_sync(0xffffffff, lane, -1);
    result[2][lane] = __shfl_sync(0xffffffff, lane, lane + 3, 8);
    result[3][lane] = __shfl_sync(0xffffffff, lane, 21, 16);
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("lane 33", host[0]);
    show("lane -1", host[1]);
    show("lane + 3, width 8", host[2]);
    show("lane 21, width 16", host[3]);
}
