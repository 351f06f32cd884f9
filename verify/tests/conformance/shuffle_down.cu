// __shfl_down_sync(): the value of the lane `delta` above; the highest lanes keep their own. A sum in lane 0.
#include "show.h"

__device__ int result[5][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_down_sync(0xffffffff, lane, 1);
    result[1][lane] = __shfl_down_sync(0xffffffff, lane, 16);
    result[2][lane] = __shfl_down_sync(0xffffffff, lane, 31);
    result[3][lane] = __shfl_down_sync(0xffffffff, lane, 3, 4);

    int sum = lane + 1;
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(0xffffffff, sum, delta);
    result[4][lane] = sum;  // of all 32 in lane 0; the others hold what the same steps gave them
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("delta 1", host[0]);
    show("delta 16", host[1]);
    show("delta 31", host[2]);
    show("delta 3, width 4", host[3]);
    show("sum by halves", host[4]);
}
