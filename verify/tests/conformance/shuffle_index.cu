// __shfl_sync(): each lane names the lane whose value it takes: broadcast, rotation, reversal, gather.
#include "show.h"

__device__ int result[4][32];

__global__ void shuffle() {
    const int lane = threadIdx.x, value = 100 + lane;
    result[0][lane] = __shfl_sync(0xffffffff, value, 5);
    result[1][lane] = __shfl_sync(0xffffffff, value, (lane + 1) % 32);
    result[2][lane] = __shfl_sync(0xffffffff, value, 31 - lane);
    result[3][lane] = __shfl_sync(0xffffffff, value, lane * lane % 32);
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("lane 5", host[0]);
    show("the next lane", host[1]);
    show("31 - lane", host[2]);
    show("lane * lane % 32", host[3]);
}
