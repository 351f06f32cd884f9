// A 2-D __shared__ tile with a padded row: the transpose of a matrix that is no multiple of the tile.
#include "show.h"

constexpr int ROWS = 5, COLUMNS = 7, TILE = 4;
__device__ int in[ROWS][COLUMNS], out[COLUMNS][ROWS];

__global__ void fill() { in[blockIdx.x][threadIdx.x] = 10 * blockIdx.x + threadIdx.x; }

__global__ void transpose() {
    __shared__ int tile[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    if (row < ROWS && column < COLUMNS) tile[threadIdx.y][threadIdx.x] = in[row][column];
    __syncthreads();
    const int out_row = blockIdx.x * TILE + threadIdx.y, out_column = blockIdx.y * TILE + threadIdx.x;
    if (out_row < COLUMNS && out_column < ROWS) out[out_row][out_column] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    fill<<<ROWS, COLUMNS>>>();
    transpose<<<dim3(2, 2), dim3(TILE, TILE)>>>();
    const auto host = fetch(out);
    for (int row = 0; row < COLUMNS; ++row) show("row of the transpose", host[row]);
}
