// A 3-D __shared__ array of a struct, indexed by a 3-D block.
#include "show.h"

struct Cell {
    short a;
    char b;
    double c;
};
__device__ double result[2][3][4];

__global__ void rotate() {
    __shared__ Cell cells[2][3][4];
    const unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    cells[z][y][x] = {static_cast<short>(x), static_cast<char>(y), z + 0.5};
    __syncthreads();
    const Cell& other = cells[1 - z][(y + 1) % 3][3 - x];
    result[z][y][x] = 100 * other.a + 10 * other.b + other.c;
}

int main() {
    rotate<<<1, dim3(4, 3, 2)>>>();
    const auto host = fetch(result);
    for (int z = 0; z < 2; ++z)
        for (int y = 0; y < 3; ++y) show("line", host[z][y]);
}
