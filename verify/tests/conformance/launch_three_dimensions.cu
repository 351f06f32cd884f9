// A 3-D grid of 3-D blocks over a volume.
#include "show.h"

constexpr int DEPTH = 3, ROWS = 2, COLUMNS = 4;
__device__ int result[DEPTH][ROWS][COLUMNS];

__global__ void number() {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < COLUMNS && y < ROWS && z < DEPTH) result[z][y][x] = 100 * z + 10 * y + x;
}

int main() {
    number<<<dim3(2, 1, 2), dim3(2, 2, 2)>>>();
    const auto host = fetch(result);
    for (int z = 0; z < DEPTH; ++z)
        for (int y = 0; y < ROWS; ++y) show("line", host[z][y]);
}
