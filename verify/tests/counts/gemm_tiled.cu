// Tiles of 32 x 32: each value of a and b is loaded once a tile. In the inner loop all lanes want one word of s_a (one
// pass, told to all) and 32 neighbours of s_b (one pass).
//
// 16 blocks of 32 warps are 512 warps; 128 / 32 = 4 steps, each with 2 loads of 4 sectors, 2 shared stores and 2 * 32
// shared loads.
// expect: gemm_tiled global_load requests=4096 sectors=16384
// expect: gemm_tiled global_store requests=512 sectors=2048
// expect: gemm_tiled shared_store requests=4096 wavefronts=4096 conflicts=0
// expect: gemm_tiled shared_load requests=131072 wavefronts=131072 conflicts=0
// expect: gemm_tiled bytes read=131072 written=65536
#include <cstdio>

constexpr int N = 128, TILE = 32;

__global__ void gemm_tiled(const float* a, const float* b, float* c) {
    __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];  // [row, k], [k, column]
    const int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;
    for (int first = 0; first < N; first += TILE) {
        s_a[threadIdx.y][threadIdx.x] = a[row * N + first + threadIdx.x];
        s_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * N + col];
        __syncthreads();  // or a tile is read before it is whole
        for (int k = 0; k < TILE; ++k) sum += s_a[threadIdx.y][k] * s_b[k][threadIdx.x];
        __syncthreads();  // or the next tile overwrites one that is still read
    }
    c[row * N + col] = sum;
}

int main() {
    float *a, *b, *c;
    cudaMalloc(&a, N * N * sizeof(float));
    cudaMalloc(&b, N * N * sizeof(float));
    cudaMalloc(&c, N * N * sizeof(float));
    cudaMemset(a, 0, N * N * sizeof(float));
    cudaMemset(b, 0, N * N * sizeof(float));
    gemm_tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(a, b, c);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
