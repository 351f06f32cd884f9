// Through shared memory both sides are whole rows; but a column of the tile lies in one bank, whose 32 words come one
// after another.
//
// 2048 requests of each kind; a shared load needs 32 passes, 31 of them for conflicts.
// expect: transpose_tiled global_load requests=2048 sectors=8192
// expect: transpose_tiled global_store requests=2048 sectors=8192
// expect: transpose_tiled shared_store requests=2048 wavefronts=2048 conflicts=0
// expect: transpose_tiled shared_load requests=2048 wavefronts=65536 conflicts=63488
#include <cstdio>

constexpr int N = 256, TILE = 32;

__global__ void transpose_tiled(const float* x, float* y) {
    __shared__ float tile[TILE][TILE];  // [row in tile, column in tile]
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
    transpose_tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
