// fault: a launch asks for a MiB of shared memory, which no GPU has, and nobody asks whether it got it
// expect: memcheck unchecked-launch at=@A
#include "faults.h"

constexpr int N = 64;

__device__ float out[N];

// Launch: grid [1], block [N], shared `rows` * N * sizeof(float).
__global__ void reverse_rows(int rows) {
    extern __shared__ float tile[];  // [row, column]
    for (int row = 0; row < rows; ++row) tile[row * N + threadIdx.x] = row;
    __syncthreads();
    out[threadIdx.x] = tile[(rows - 1) * N + N - 1 - threadIdx.x];
}

int main() {
    int rows = 4096;
    reverse_rows<<<1, N, rows * N * sizeof(float)>>>(rows);  // @A
#ifdef FIXED
    while (cudaGetLastError() != cudaSuccess) {
        rows /= 2;
        reverse_rows<<<1, N, rows * N * sizeof(float)>>>(rows);
    }
#endif
    CHECK(cudaDeviceSynchronize());
}
