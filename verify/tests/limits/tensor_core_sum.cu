// limit: wmma adds exact products one after another; a tensor core adds several at once, and an H200 prints 1.000001
// prints: 1 + 16 products of 2^-24: 1.000000
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

// out [16, 16]. Launch: grid [1], block [32].
__global__ void add_small_products(float* out) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(a, __float2half(0x1p-12f));
    wmma::fill_fragment(b, __float2half(0x1p-12f));
    wmma::fill_fragment(sum, 1.0f);
    wmma::mma_sync(sum, a, b, sum);  // each 1 + 2^-24 is a tie, and rounds to 1
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

int main() {
    float* out;
    cudaMallocManaged(&out, 256 * sizeof(float));
    add_small_products<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    std::printf("1 + 16 products of 2^-24: %.6f\n", out[0]);
    cudaFree(out);
}
