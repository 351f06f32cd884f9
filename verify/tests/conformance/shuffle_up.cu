// __shfl_up_sync(): the value of the lane `delta` below; the lowest lanes keep their own. A scan of 32 numbers.
#include "show.h"

__device__ int result[5][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_up_sync(0xffffffff, lane, 1);
    result[1][lane] = __shfl_up_sync(0xffffffff, lane, 7);
    result[2][lane] = __shfl_up_sync(0xffffffff, lane, 0);
    result[3][lane] = __shfl_up_sync(0xffffffff, lane, 2, 8);

    int sum = lane + 1;
    for (int delta = 1; delta < 32; delta *= 2) {
        const int lower = __shfl_up_sync(0xffffffff, sum, delta);
        if (lane >= delta) sum += lower;
    }
    result[4][lane] = sum;
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("delta 1", host[0]);
    show("delta 7", host[1]);
    show("delta 0", host[2]);
    show("delta 2, width 8", host[3]);
    show("sum of 1 .. lane + 1", host[4]);
}
