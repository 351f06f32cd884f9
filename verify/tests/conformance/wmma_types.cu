// wmma on bfloat16, tf32, bytes and doubles: every shape, with sums that are exact; and integer sums that do not fit,
// which wrap, or saturate where the program asks for it.
#include <mma.h>

#include <type_traits>

#include "show.h"

using namespace nvcuda;
using wmma::precision::tf32;

constexpr int LD = 48;

// The element of a matrix in memory for an element of a fragment.
template <class T>
struct Memory {
    using type = T;
};
template <>
struct Memory<tf32> {
    using type = float;
};

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C>
__global__ void multiply(const typename Memory<T>::type* a, const typename Memory<T>::type* b, const C* c, C* d) {
    wmma::fragment<wmma::matrix_a, m, n, k, T, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, m, n, k, T, LayoutB> fb;
    wmma::fragment<wmma::accumulator, m, n, k, C> fc;
    wmma::load_matrix_sync(fa, a, LD);
    wmma::load_matrix_sync(fb, b, LD);
    wmma::load_matrix_sync(fc, c, LD, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(d, fc, LD, wmma::mem_row_major);
}

template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C>
void run(const char* what) {
    using M = typename Memory<T>::type;
    static M a[LD * LD], b[LD * LD];
    static C c[LD * LD], d[LD * LD];
    const int low = std::is_unsigned_v<M> ? 0 : 6;
    for (int i = 0; i < LD * LD; ++i) {
        a[i] = static_cast<M>(static_cast<float>(i * 7 % 13 - low));
        b[i] = static_cast<M>(static_cast<float>(i * 5 % 11 - low));
        c[i] = static_cast<C>(i % 9 - 4);
    }
    M *d_a, *d_b;
    C *d_c, *d_d;
    must(cudaMalloc(&d_a, sizeof a)), must(cudaMalloc(&d_b, sizeof b));
    must(cudaMalloc(&d_c, sizeof c)), must(cudaMalloc(&d_d, sizeof d));
    must(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice)),
        must(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice));
    must(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice)), must(cudaMemset(d_d, 0, sizeof d));
    multiply<m, n, k, T, LayoutA, LayoutB, C><<<1, 32>>>(d_a, d_b, d_c, d_d);
    must(cudaGetLastError());
    must(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost));
    must(cudaFree(d_a)), must(cudaFree(d_b)), must(cudaFree(d_c)), must(cudaFree(d_d));
    C sum = 0, weighted = 0;
    for (int i = 0; i < LD * LD; ++i) sum += d[i], weighted += d[i] * static_cast<C>(i % 31);
    std::printf("%2dx%2dx%2d ", m, n, k);
    show(what, d[0], d[1], d[2], d[LD], d[LD + 1], d[7 * LD + 7], "sums:", sum, weighted);
}

template <int m, int n, int k, class T, class C>
void run_layouts(const char* what) {
    using wmma::row_major, wmma::col_major;
    run<m, n, k, T, row_major, row_major, C>(what);
    run<m, n, k, T, row_major, col_major, C>(what);
    run<m, n, k, T, col_major, row_major, C>(what);
    run<m, n, k, T, col_major, col_major, C>(what);
}
template <class T, class C>
void run_shapes(const char* what) {
    run_layouts<16, 16, 16, T, C>(what);
    run_layouts<32, 8, 16, T, C>(what);
    run_layouts<8, 32, 16, T, C>(what);
}

template <class T>
__device__ int overflow[2][3];

template <class T>
__global__ void add_up(T x, T y) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> c, d;
    wmma::fill_fragment(a, x);
    wmma::fill_fragment(b, y);
    const int starts[] = {2147483647, -2147483647 - 1, 1000};
    for (int i = 0; i < 3; ++i)
        for (int saturate = 0; saturate < 2; ++saturate) {
            wmma::fill_fragment(c, starts[i]);
            if (saturate)
                wmma::mma_sync(d, a, b, c, true);
            else
                wmma::mma_sync(d, a, b, c);
            if (threadIdx.x == 9) overflow<T>[saturate][i] = d.x[5];
        }
}

int main() {
    run_shapes<__nv_bfloat16, float>("bfloat16");
    run_layouts<16, 16, 8, tf32, float>("tf32");
    run_shapes<signed char, int>("signed char");
    run_shapes<unsigned char, int>("unsigned char");
    run_layouts<8, 8, 4, double, double>("double");
    add_up<signed char><<<1, 32>>>(-128, 127);
    const auto of_signed = fetch(overflow<signed char>);
    add_up<unsigned char><<<1, 32>>>(255, 255);
    const auto of_unsigned = fetch(overflow<unsigned char>);
    for (int saturate = 0; saturate < 2; ++saturate) {
        show(saturate ? "saturated" : "wrapped", of_signed[saturate][0], of_signed[saturate][1],
             of_signed[saturate][2]);
        show("  unsigned", of_unsigned[saturate][0], of_unsigned[saturate][1], of_unsigned[saturate][2]);
    }
}
