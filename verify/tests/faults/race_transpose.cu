// fault: a tile is read by columns while others still store their rows, for want of a barrier
// expect: racecheck race at=@A other=@B space=shared array=tile thread=(0,1,0) block=(0,0,0)
// expect: initcheck uninitialised at=@B space=shared array=tile thread=(1,0,0) block=(0,0,0)
#include "faults.h"

constexpr int T = 16, N = 2 * T;

// a [N, N], b [N, N]. Launch: grid [N / T, N / T], block [T, T].
__global__ void transpose_tiled(const float* a, float* b) {
    __shared__ float tile[T][T + 1];  // [row in tile, column in tile]
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = a[(blockIdx.y * T + y) * N + blockIdx.x * T + x];  // @A
#ifdef FIXED
    __syncthreads();
#endif
    b[(blockIdx.x * T + y) * N + blockIdx.y * T + x] = tile[x][y];  // @B
}

int main() {
    float *a, *b;
    CHECK(cudaMalloc(&a, N * N * sizeof(float)));
    CHECK(cudaMalloc(&b, N * N * sizeof(float)));
    CHECK(cudaMemset(a, 0, N * N * sizeof(float)));
    transpose_tiled<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
