// form: wmma with tf32 and __float_to_tf32, with int8, tiles in shared memory and `using namespace nvcuda::wmma`
#include <mma.h>
#include <cstdint>
#include <cstdio>
using namespace nvcuda::wmma;
__global__ void products(const float* a, const int8_t* bytes, float* c, int* sums) {
    __shared__ __align__(32) float tile[16][16];
    for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16][i % 16] = a[i];
    __syncwarp();
    fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> x;
    fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> y;
    fragment<accumulator, 16, 16, 8, float> sum;
    fill_fragment(sum, 0.0f);
    for (int k = 0; k < 16; k += 8) {
        load_matrix_sync(x, &tile[0][k], 16);
        load_matrix_sync(y, &tile[k][0], 16);
#pragma unroll
        for (int t = 0; t < x.num_elements; t++) x.x[t] = __float_to_tf32(x.x[t]);
#pragma unroll
        for (int t = 0; t < y.num_elements; t++) y.x[t] = __float_to_tf32(y.x[t]);
        mma_sync(sum, x, y, sum);
    }
    store_matrix_sync(c, sum, 16, mem_row_major);

    fragment<matrix_a, 16, 16, 16, int8_t, row_major> p;
    fragment<matrix_b, 16, 16, 16, int8_t, col_major> q;
    fragment<accumulator, 16, 16, 16, int> r;
    fill_fragment(r, -5);
    load_matrix_sync(p, bytes, 16);
    load_matrix_sync(q, bytes, 16);
    mma_sync(r, p, q, r);
    store_matrix_sync(sums, r, 16, mem_row_major);
}
int main() {
    float* a;
    int8_t* bytes;
    cudaMallocManaged(&a, 256 * (4 + 4 + 4));
    cudaMallocManaged(&bytes, 256);
    float* c = a + 256;
    int* sums = reinterpret_cast<int*>(c + 256);
    for (int i = 0; i < 256; i++) a[i] = i / 16 == i % 16 ? 2.0f : 1.0f, bytes[i] = i / 16 - 8;
    products<<<1, 32>>>(a, bytes, c, sums);
    cudaDeviceSynchronize();
    std::puts(c[0] == 19 && c[1] == 18 && sums[0] == 16 * 64 - 5 && sums[255] == 16 * 49 - 5 ? "ok" : "wrong");
    cudaFree(a), cudaFree(bytes);
}
