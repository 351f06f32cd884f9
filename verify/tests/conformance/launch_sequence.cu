// Kernels of one stream run one after another: each sees all that the one before it wrote.
#include "show.h"

__device__ int values[2][256];

__global__ void start() { values[0][threadIdx.x] = threadIdx.x; }

// Every thread reads what another block wrote in the launch before.
__global__ void step(int from) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[1 - from][i] = values[from][(i + 37) % 256] + 1;
}

int main() {
    start<<<1, 256>>>();
    for (int i = 0; i < 10; ++i) step<<<8, 32>>>(i % 2);
    const auto host = fetch(values);
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += host[0][i] != (i + 370) % 256 + 10;
    show("wrong elements", wrong);
}
