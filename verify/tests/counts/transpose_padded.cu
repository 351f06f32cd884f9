// The tile with one unused column: the words of a column lie 33 apart, in 32 different banks.
//
// 2048 requests of each kind; shared memory needs one pass for each.
// expect: transpose_padded global_load requests=2048 sectors=8192
// expect: transpose_padded global_store requests=2048 sectors=8192
// expect: transpose_padded shared_store requests=2048 wavefronts=2048 conflicts=0
// expect: transpose_padded shared_load requests=2048 wavefronts=2048 conflicts=0
#include <cstdio>

constexpr int N = 256, TILE = 32;

__global__ void transpose_padded(const float* x, float* y) {
    __shared__ float tile[TILE][TILE + 1];  // [row in tile, column in tile]
    const int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x[row * N + col];
    __syncthreads();  // or a column is read before its rows are there
    const int to_col = blockIdx.y * TILE + threadIdx.x, to_row = blockIdx.x * TILE + threadIdx.y;
    y[to_row * N + to_col] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * N * sizeof(float));
    cudaMalloc(&y, N * N * sizeof(float));
    cudaMemset(x, 0, N * N * sizeof(float));
    transpose_padded<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
