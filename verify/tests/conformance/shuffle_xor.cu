// __shfl_xor_sync(): lanes swap with the lane whose number differs in the mask's bits. A sum that all lanes have.
#include "show.h"

__device__ int result[5][32];

__global__ void shuffle() {
    const int lane = threadIdx.x;
    result[0][lane] = __shfl_xor_sync(0xffffffff, lane, 1);
    result[1][lane] = __shfl_xor_sync(0xffffffff, lane, 31);
    result[2][lane] = __shfl_xor_sync(0xffffffff, lane, 5, 8);
    result[3][lane] = __shfl_xor_sync(0xffffffff, lane, 16, 32);

    int sum = lane + 1;
    for (int bit = 16; bit > 0; bit /= 2) sum += __shfl_xor_sync(0xffffffff, sum, bit);
    result[4][lane] = sum;
}

int main() {
    shuffle<<<1, 32>>>();
    const auto host = fetch(result);
    show("mask 1", host[0]);
    show("mask 31", host[1]);
    show("mask 5, width 8", host[2]);
    show("mask 16", host[3]);
    show("sum in all lanes", host[4]);
}
