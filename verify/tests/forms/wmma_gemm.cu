// form: <mma.h>: a warp for each 16x16 tile, wmma::load_matrix_sync, mma_sync over k, alpha * acc.x[i] + beta * c.x[i]
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
using namespace nvcuda;
const int WMMA_M = 16, WMMA_N = 16, WMMA_K = 16;
__global__ void wmma_gemm(half* a, half* b, float* c, float* d, int M, int N, int K, float alpha, float beta) {
    const int warp_m = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize,
              warp_n = blockIdx.y * blockDim.y + threadIdx.y;
    wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half, wmma::row_major> a_frag;
    wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half, wmma::col_major> b_frag;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> acc_frag, c_frag;
    wmma::fill_fragment(acc_frag, 0.0f);
    const int row = warp_m * WMMA_M, column = warp_n * WMMA_N;
    if (row >= M || column >= N) return;
    for (int i = 0; i < K; i += WMMA_K) {
        wmma::load_matrix_sync(a_frag, a + row * K + i, K);
        wmma::load_matrix_sync(b_frag, b + column * K + i, K);
        wmma::mma_sync(acc_frag, a_frag, b_frag, acc_frag);
    }
    wmma::load_matrix_sync(c_frag, c + row * N + column, N, wmma::mem_row_major);
    for (int i = 0; i < c_frag.num_elements; i++) c_frag.x[i] = alpha * acc_frag.x[i] + beta * c_frag.x[i];
    wmma::store_matrix_sync(d + row * N + column, c_frag, N, wmma::mem_row_major);
}
int main() {
    const int M = 32, N = 48, K = 64;
    half *a, *b;
    float *c, *d;
    cudaMallocManaged(&a, M * K * sizeof(half));
    cudaMallocManaged(&b, N * K * sizeof(half));
    cudaMallocManaged(&c, 2 * M * N * sizeof(float));
    d = c + M * N;
    for (int i = 0; i < M * K; i++) a[i] = i % 3;
    for (int i = 0; i < N * K; i++) b[i] = i % 5 - 2;
    for (int i = 0; i < M * N; i++) c[i] = i % 7;
    wmma_gemm<<<dim3((M + 63) / 64, (N + 31) / 32), dim3(128, 2)>>>(a, b, c, d, M, N, K, 2.0f, 3.0f);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += float(a[i * K + k]) * float(b[j * K + k]);
            right = right && d[i * N + j] == 2 * sum + 3 * c[i * N + j];
        }
    std::puts(right ? "ok" : "wrong");
    cudaFree(a), cudaFree(b), cudaFree(c);
}
