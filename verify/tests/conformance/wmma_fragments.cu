// Fragments of wmma: how many elements a lane holds, filling and changing them one by one, copies, tiles in shared
// memory, and a product over several steps by several warps.
#include <mma.h>

#include "show.h"

using namespace nvcuda;
using wmma::accumulator, wmma::col_major, wmma::matrix_a, wmma::matrix_b, wmma::row_major;

constexpr int COUNTS = 16;
__device__ int counts[COUNTS];

__global__ void count() {
    counts[0] = wmma::fragment<matrix_a, 16, 16, 16, half, row_major>::num_elements;
    counts[1] = wmma::fragment<matrix_b, 8, 32, 16, half, col_major>::num_elements;
    counts[2] = wmma::fragment<accumulator, 32, 8, 16, half>::num_elements;
    counts[3] = wmma::fragment<accumulator, 16, 16, 16, float>::num_elements;
    counts[4] = wmma::fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major>::num_elements;
    counts[5] = wmma::fragment<matrix_a, 32, 8, 16, __nv_bfloat16, row_major>::num_elements;
    counts[6] = wmma::fragment<matrix_b, 32, 8, 16, __nv_bfloat16, row_major>::num_elements;
    counts[7] = wmma::fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, row_major>::num_elements;
    counts[8] = wmma::fragment<accumulator, 16, 16, 8, float>::num_elements;
    counts[9] = wmma::fragment<matrix_a, 16, 16, 16, signed char, row_major>::num_elements;
    counts[10] = wmma::fragment<matrix_a, 8, 32, 16, unsigned char, row_major>::num_elements;
    counts[11] = wmma::fragment<matrix_b, 8, 32, 16, unsigned char, row_major>::num_elements;
    counts[12] = wmma::fragment<accumulator, 16, 16, 16, int>::num_storage_elements;
    counts[13] = wmma::fragment<matrix_a, 8, 8, 4, double, row_major>::num_elements;
    counts[14] = wmma::fragment<accumulator, 8, 8, 4, double>::num_elements;
    counts[15] = sizeof(wmma::fragment<accumulator, 16, 16, 16, float>::x);
}

constexpr int N = 64;
__device__ half in_a[N * N], in_b[N * N];
__device__ float out[N * N];

__global__ void fill() {
    for (int i = threadIdx.x; i < N * N; i += blockDim.x) in_a[i] = i * 7 % 13 - 6, in_b[i] = i * 5 % 11 - 5;
}

// A warp for each 16x16 tile of the result; rows of the tiles in shared memory are padded.
__global__ void multiply() {
    constexpr int LD = 24;
    __shared__ __align__(32) half tile_a[4][16 * LD], tile_b[4][16 * LD];
    const int warp = threadIdx.y, lane = threadIdx.x, row = 16 * blockIdx.x, column = 16 * warp;
    wmma::fragment<matrix_a, 16, 16, 16, half, row_major> a;
    wmma::fragment<matrix_b, 16, 16, 16, half, row_major> b;
    wmma::fragment<accumulator, 16, 16, 16, float> sum, twice;
    wmma::fill_fragment(sum, 0.0f);
    for (int step = 0; step < N; step += 16) {
        for (int i = lane; i < 256; i += 32) {
            tile_a[warp][i / 16 * LD + i % 16] = in_a[(row + i / 16) * N + step + i % 16];
            tile_b[warp][i / 16 * LD + i % 16] = in_b[(step + i / 16) * N + column + i % 16];
        }
        __syncwarp();
        wmma::load_matrix_sync(a, tile_a[warp], LD);
        wmma::load_matrix_sync(b, tile_b[warp], LD);
        for (int i = 0; i < a.num_elements; ++i) a.x[i] = __hneg(a.x[i]);
        wmma::mma_sync(sum, a, b, sum);
        __syncwarp();
    }
    twice = sum;
    for (int i = 0; i < twice.num_elements; ++i) twice.x[i] = twice.x[i] < 0 ? 0.0f : 2 * twice.x[i] + 1;
    wmma::store_matrix_sync(out + row * N + column, twice, N, wmma::mem_row_major);
}

// In single precision of 10 bits: what is rounded away.
__device__ float rounded[6];
__global__ void round() {
    const float values[] = {1.0f + 0x1p-10f,     1.0f + 0x1p-11f,  1.0f + 0x1.8p-10f,
                            1.0f + 0x1.ffcp-12f, -3.0f - 0x1p-10f, 1e38f};
    wmma::fragment<matrix_a, 16, 16, 8, wmma::precision::tf32, row_major> a;
    wmma::fragment<matrix_b, 16, 16, 8, wmma::precision::tf32, row_major> b;
    wmma::fragment<accumulator, 16, 16, 8, float> c;
    for (int i = 0; i < 6; ++i) {
        wmma::fill_fragment(a, wmma::__float_to_tf32(values[i]));
        wmma::fill_fragment(b, 0.125f);
        wmma::fill_fragment(c, 0.0f);
        wmma::mma_sync(c, a, b, c);
        if (threadIdx.x == 3) rounded[i] = c.x[2];
    }
}

int main() {
    count<<<1, 1>>>();
    show("elements", fetch(counts));
    fill<<<1, 256>>>();
    multiply<<<4, dim3(32, 4)>>>();
    const auto y = fetch(out);
    float sum = 0, weighted = 0;
    for (int i = 0; i < N * N; ++i) sum += y[i], weighted += y[i] * static_cast<float>(i % 31);
    show("product", y[0], y[1], y[N], y[17 * N + 40], y[N * N - 1], "sums:", sum, weighted);
    round<<<1, 32>>>();
    show("tf32", fetch(rounded));
}
