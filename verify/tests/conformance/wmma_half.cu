// wmma on half precision: every shape and layout, with accumulators of float and half. All sums are exact, so that it
// does not matter how a tensor core rounds.
#include <mma.h>

#include "show.h"

using namespace nvcuda;

constexpr int LD = 48;
__device__ __align__(32) half a[LD * LD], b[LD * LD], c_half[LD * LD], d_half[LD * LD];
__device__ __align__(32) float c_float[LD * LD], d_float[LD * LD];

__global__ void fill() {
    for (int i = threadIdx.x; i < LD * LD; i += blockDim.x) {
        a[i] = __int2half_rn(i * 7 % 13 - 6);
        b[i] = __int2half_rn(i * 5 % 11 - 5);
        c_float[i] = i % 9 - 4;
        c_half[i] = __float2half(c_float[i]);
        d_half[i] = __float2half(0.0f), d_float[i] = 0;
    }
}

__device__ half* of(half*, bool result) { return result ? d_half : c_half; }
__device__ float* of(float*, bool result) { return result ? d_float : c_float; }

template <int m, int n, int k, class LayoutA, class LayoutB, class C, class D>
__global__ void multiply(wmma::layout_t layout_c, wmma::layout_t layout_d) {
    wmma::fragment<wmma::matrix_a, m, n, k, half, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, m, n, k, half, LayoutB> fb;
    wmma::fragment<wmma::accumulator, m, n, k, C> fc;
    wmma::fragment<wmma::accumulator, m, n, k, D> fd;
    wmma::load_matrix_sync(fa, a, LD);
    wmma::load_matrix_sync(fb, b, LD);
    wmma::load_matrix_sync(fc, of(static_cast<C*>(nullptr), false), LD, layout_c);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(of(static_cast<D*>(nullptr), true), fd, LD, layout_d);
}

template <int m, int n, int k, class LayoutA, class LayoutB, class C, class D>
void run(const char* what, wmma::layout_t layout_c, wmma::layout_t layout_d) {
    fill<<<1, 128>>>();
    multiply<m, n, k, LayoutA, LayoutB, C, D><<<1, 32>>>(layout_c, layout_d);
    const auto floats = fetch(d_float);
    const auto halves = fetch(d_half);
    float first[6], sum = 0, weighted = 0;
    for (int i = 0; i < LD * LD; ++i) {
        const float x = sizeof(D) == 4 ? floats[i] : __half2float(halves[i]);
        if (i < 6) first[i] = x;
        sum += x, weighted += x * static_cast<float>(i % 31);
    }
    std::printf("%2dx%2dx%2d ", m, n, k);
    show(what, first[0], first[1], first[2], first[3], first[4], first[5], "sums:", sum, weighted);
}

template <int m, int n, int k, class C, class D>
void run_layouts(const char* what) {
    using wmma::row_major, wmma::col_major;
    const wmma::layout_t by_row = wmma::mem_row_major, by_column = wmma::mem_col_major;
    run<m, n, k, row_major, row_major, C, D>(what, by_row, by_row);
    run<m, n, k, row_major, col_major, C, D>(what, by_column, by_row);
    run<m, n, k, col_major, row_major, C, D>(what, by_row, by_column);
    run<m, n, k, col_major, col_major, C, D>(what, by_column, by_column);
}

template <int m, int n, int k>
void run_types() {
    run_layouts<m, n, k, float, float>("float += half * half");
    run_layouts<m, n, k, half, half>("half += half * half");
    run_layouts<m, n, k, half, float>("float = half + half * half");
    run_layouts<m, n, k, float, half>("half = float + half * half");
}

int main() {
    run_types<16, 16, 16>();
    run_types<32, 8, 16>();
    run_types<8, 32, 16>();
}
