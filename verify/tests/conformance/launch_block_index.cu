// Each block has its index in the grid: block (x, y, z) of a grid of 3 x 2 x 2 writes its own number.
#include "show.h"

__device__ int result[12];

__global__ void number_blocks() {
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0) result[block] = 100 * blockIdx.z + 10 * blockIdx.y + blockIdx.x;
}

int main() {
    number_blocks<<<dim3(3, 2, 2), 64>>>();
    show("blocks as zyx", fetch(result));
}
