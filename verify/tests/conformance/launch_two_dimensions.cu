// A 2-D grid of 2-D blocks over a matrix: x is the column, y is the row.
#include "show.h"

constexpr int ROWS = 3, COLUMNS = 5;
__device__ int result[ROWS][COLUMNS];

__global__ void number(int rows, int columns) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns) result[row][column] = 10 * row + column;
}

int main() {
    const dim3 block(4, 2);
    const dim3 grid((COLUMNS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
    number<<<grid, block>>>(ROWS, COLUMNS);
    const auto host = fetch(result);
    for (int row = 0; row < ROWS; ++row) show("row", host[row]);
}
