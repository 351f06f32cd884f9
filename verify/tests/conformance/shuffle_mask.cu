// Shuffles of some lanes only: the mask names who takes part; the two sides of a branch shuffle on their own.
#include "show.h"

__device__ int result[2][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    if (lane % 2 == 0)
        result[0][lane] = __shfl_sync(0x55555555, 10 * lane, (lane + 2) % 32);
    else
        result[0][lane] = -__shfl_xor_sync(0xaaaaaaaa, lane, 2);

    if (lane < 12) result[1][lane] = __shfl_down_sync(0xfff, lane, 1, 4);
    if (lane >= 24) result[1][lane] = __shfl_up_sync(0xff000000, lane, 4, 8);
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("even and odd lanes", host[0]);
    show("lanes 0 - 11 and 24 - 31", host[1]);
}
