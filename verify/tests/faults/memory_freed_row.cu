// fault: a table of rows still names a row that was freed
// expect: memcheck use-after-free at=@A block=(2,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int ROWS = 4, N = 32;

// Launch: grid [ROWS], block [N].
__global__ void fill_rows(int** rows) {  // rows [ROWS], each [N]
    if (rows[blockIdx.x] == nullptr) return;
    rows[blockIdx.x][threadIdx.x] = blockIdx.x;  // @A
}

int main() {
    int** rows;
    CHECK(cudaMallocManaged(&rows, ROWS * sizeof(int*)));
    for (int row = 0; row < ROWS; ++row) CHECK(cudaMalloc(&rows[row], N * sizeof(int)));
    CHECK(cudaFree(rows[2]));
#ifdef FIXED
    rows[2] = nullptr;
#endif
    fill_rows<<<ROWS, N>>>(rows);
    CHECK(cudaDeviceSynchronize());
    for (int row = 0; row < ROWS; ++row)
        if (row != 2) CHECK(cudaFree(rows[row]));
    CHECK(cudaFree(rows));
}
