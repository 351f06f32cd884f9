// fault: the next tile is stored while others still multiply with this one: the second barrier of the loop is missing
// expect: racecheck race at=@B other=@A space=shared array=a_tile thread=(1,0,0)
#include "faults.h"

constexpr int T = 16, K = 4 * T;

// a [T, K], b [K, T], c [T, T]. Launch: grid [1], block [T, T].
__global__ void gemm_tiled(const float* a, const float* b, float* c) {
    __shared__ float a_tile[T][T];  // [row in tile, k in tile]
    const int row = threadIdx.y, col = threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += T) {
        a_tile[row][col] = a[row * K + k0 + col];  // @A
        __syncthreads();
        for (int k = 0; k < T; ++k) sum += a_tile[row][k] * b[(k0 + k) * T + col];  // @B
#ifdef FIXED
        __syncthreads();
#endif
    }
    c[row * T + col] = sum;
}

int main() {
    float *a, *b, *c;
    CHECK(cudaMalloc(&a, T * K * sizeof(float)));
    CHECK(cudaMalloc(&b, K * T * sizeof(float)));
    CHECK(cudaMalloc(&c, T * T * sizeof(float)));
    CHECK(cudaMemset(a, 0, T * K * sizeof(float)));
    CHECK(cudaMemset(b, 0, K * T * sizeof(float)));
    gemm_tiled<<<1, dim3(T, T)>>>(a, b, c);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
}
