// Day 47 - Transposed GEMM: A^T B and A B^T are an index, not a copy
//
// Needs:  014-transpose, 044-gemm-tiled, 046-register-tile-2d
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day047-gemm-transposed/gemm_transposed.cu -o day047
//
//    a stored [M, K]     a stored [K, M]     The same matrix, stored in two ways. A block loads the same
//    +---------------+   +---+---+---+       BM x BK piece of it into the same tile s_a[k][row]. Only the
//    |   |###|       |   |   |   |   |       place in memory changes, and which thread loads what: the
//    +---------------+   +---+---+---+       neighbours in a warp load neighbours in memory.
//    |   |   |       |   |###|   |   |
//    +---------------+   +---+---+---+
//                        |   |   |   |
//                        +---+---+---+
//
// Count:  a transposed copy of a 4096 x 4096 matrix takes 64 MiB, and a kernel that moves 128 MiB -> none.

#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"
#include "verify/gate.h"

constexpr int BM = 128, BN = 128, BK = 8;  // as on day 46: a block's tile of c is BM x BN, in steps of BK along k
constexpr int TM = 8, TN = 8;              // a thread's part of it
constexpr int ACROSS = BN / TN;            // threads side by side: 16
constexpr int THREADS = BM / TM * ACROSS;  // of a block: 256
constexpr int PAD = 4;                     // spare numbers behind each row of a tile, whose rows stay on 16 bytes
constexpr int SIDE = 32;                   // of the tile that `transpose` turns; its blocks are SIDE x SIDE threads
static_assert(BM == BN, "load_tile loads tiles of a and of b");

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// A product, and both factors stored in both ways. Row-major throughout, the last index contiguous.
struct Problem {
    int M, N, K;
    std::vector<float> a, b;      // [M, K], [K, N]
    std::vector<float> a_t, b_t;  // [K, M], [N, K]: the same numbers, stored transposed
    std::vector<double> c;        // [M, N], what all forms must give
};

// ---- Reference --------------------------------------------------------------------------------

// c[row, col] = sum over k of a[row, k] * b[k, col], in double: one row of b after the other goes into a row of c.
std::vector<double> reference(const std::vector<float>& a, const std::vector<float>& b, int M, int N, int K) {
    std::vector<double> c(M * N, 0.0);
    for (int row = 0; row < M; ++row)
        for (int k = 0; k < K; ++k)
            for (int col = 0; col < N; ++col) c[row * N + col] += double(a[row * K + k]) * b[k * N + col];
    return c;
}

// p_t[col, row] = p[row, col]
std::vector<float> transposed(const std::vector<float>& p, int rows, int cols) {
    std::vector<float> p_t;
    for (int col = 0; col < cols; ++col)
        for (int row = 0; row < rows; ++row) p_t.push_back(p[row * cols + col]);
    return p_t;
}

// ---- Kernels ----------------------------------------------------------------------------------

// The plain way, its first half: a transposed copy, by day 14's tile. p [rows, cols], p_t [cols, rows].
// Launch: grid [ceil(cols / SIDE), ceil(rows / SIDE)], block [SIDE, SIDE]. Any rows, cols >= 1 whose product fits an
// int.
__global__ void transpose(const float* p, float* p_t, int rows, int cols) {
    __shared__ float s_p[SIDE][SIDE + 1];  // [row in tile, col in tile], padded against bank conflicts
    const int first_row = blockIdx.y * SIDE, first_col = blockIdx.x * SIDE, y = threadIdx.y, x = threadIdx.x;

    if (first_row + y < rows && first_col + x < cols) s_p[y][x] = p[(first_row + y) * cols + first_col + x];
    __syncthreads();  // or a thread would store an element that its neighbour has not loaded yet
    // p_t[col, row] = p[row, col]; here x runs along the rows, so that neighbours store to neighbours
    if (first_col + y < cols && first_row + x < rows) p_t[(first_col + y) * rows + first_row + x] = s_p[x][y];
}

// As on day 46: the column of a thread's sums [m][n] in the block's tile, and four neighbours with one load.
__device__ int column(int x, int n) { return (n / 4 * ACROSS + x) * 4 + n % 4; }
__device__ void read_four(const float* p, float* r) {
    const float4 four = *reinterpret_cast<const float4*>(p);
    r[0] = four.x, r[1] = four.y, r[2] = four.z, r[3] = four.w;
}

// The idea. Lines are rows of the left factor, or columns of the right one. A tile is always s[k][line]; where element
// [line, k] lies in memory depends on which of the two indices is the last one there: p [lines, K] or p [K, lines].
template <bool K_LAST>
__device__ void load_tile(float (*s)[BM + PAD], const float* p, int first_line, int first_k, int lines, int K) {
    for (int e = threadIdx.x; e < int(threadIdx.x) + BM * BK; e += THREADS) {
        const int line = K_LAST ? e / BK : e % BM, k = K_LAST ? e % BK : e / BM;  // the last index runs fastest
        const int place = K_LAST ? (first_line + line) * K + first_k + k : (first_k + k) * lines + first_line + line;
        s[k][line] = first_line + line < lines && first_k + k < K ? p[place] : 0.0f;
    }
}

// Day 46's kernel, but for how it loads. TRANSPOSE_A: a is stored [K, M] instead of [M, K]. TRANSPOSE_B: b is stored
// [N, K] instead of [K, N].
// Launch: grid [ceil(N / BN), ceil(M / BM)], block [THREADS]. Any M, N, K >= 1 whose products fit an int.
template <bool TRANSPOSE_A, bool TRANSPOSE_B>
__global__ void __launch_bounds__(THREADS)
    gemm_transposed(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ alignas(16) float s_a[BK][BM + PAD];  // [k in tile, row in tile]
    __shared__ alignas(16) float s_b[BK][BN + PAD];  // [k in tile, col in tile]

    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN;  // of the block's tile of c
    const int x = threadIdx.x % ACROSS, y = threadIdx.x / ACROSS;

    float acc[TM][TN] = {};  // [row, col] of the thread's elements
    for (int first_k = 0; first_k < K; first_k += BK) {
        load_tile<!TRANSPOSE_A>(s_a, a, first_row, first_k, M, K);
        load_tile<TRANSPOSE_B>(s_b, b, first_col, first_k, N, K);
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float r_a[TM], r_b[TN];
            for (int m = 0; m < TM; m += 4) read_four(&s_a[k][y * TM + m], &r_a[m]);
            for (int n = 0; n < TN; n += 4) read_four(&s_b[k][column(x, n)], &r_b[n]);
            // c[row, col] += a[row, k] * b[k, col] for all of the thread's rows and columns
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) acc[m][n] += r_a[m] * r_b[n];
        }
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) {
            const int row = first_row + y * TM + m, col = first_col + column(x, n);
            if (row < M && col < N) c[row * N + col] = acc[m][n];
        }
}

void launch_transpose(const float* p, float* p_t, int rows, int cols) {
    transpose<<<dim3(ceil_div(cols, SIDE), ceil_div(rows, SIDE)), dim3(SIDE, SIDE)>>>(p, p_t, rows, cols);
    CHECK_LAUNCH();
}

template <bool TRANSPOSE_A, bool TRANSPOSE_B>
void launch_gemm(const float* a, const float* b, float* c, int M, int N, int K) {
    const dim3 grid(ceil_div(N, BN), ceil_div(M, BM));  // x counts columns, y counts rows
    gemm_transposed<TRANSPOSE_A, TRANSPOSE_B><<<grid, THREADS>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// As on day 44: a float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum, at K = 16 by
// 2.4e-7. So 2e-6 of the largest |c| for the elements that cancel, and 2e-5 of its own size for any: fp16 would be off
// by 4.9e-4.
verify::Tolerance tolerance(const std::vector<double>& want) {
    return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5};
}

// Data that differ in every row, column and sign: no matrix is its own transposed.
Problem random(int M, int N, int K) {
    const std::vector<float> a = common::fill(M * K, 1), b = common::fill(K * N, 2);
    return {M, N, K, a, b, transposed(a, M, K), transposed(b, K, N), reference(a, b, M, N, K)};
}

// Day 44's, done on paper, and so are the transposed ones.
//    a = [ 1  2 -1  3      b = [ 2  1 -3     c = [-3  10  15
//         -2  4  5  1]           1 -1  2          19 -13  24]
//                                4 -2  1
//                               -1  3  5]
Problem by_hand() {
    return {2,
            3,
            4,
            {1, 2, -1, 3, -2, 4, 5, 1},
            {2, 1, -3, 1, -1, 2, 4, -2, 1, -1, 3, 5},
            {1, -2, 2, 4, -1, 5, 3, 1},
            {2, 1, 4, -1, 1, -1, -2, 3, -3, 2, 1, 5},
            {-3, 10, 15, 19, -13, 24}};
}

// Sectors of 32 bytes that the four forms load together, where all sizes are multiples of 8 and rows fill whole
// sectors: each column of blocks loads all of a once, each row of blocks all of b once, however they are stored.
long sectors(int M, int N, int K) { return 4L * K * (M * ceil_div(N, BN) + N * ceil_div(M, BM)) / 8; }

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, a_t, b_t, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b), d_a_t(a_t), d_b_t(b_t);
    common::DeviceArray<float> d_nn(M * N), d_nt(M * N), d_tn(M * N), d_tt(M * N), d_copied(M * N);

    // ANCHOR: forms
    verify::count_from_here();
    launch_gemm<false, false>(d_a.data(), d_b.data(), d_nn.data(), M, N, K);
    launch_gemm<false, true>(d_a.data(), d_b_t.data(), d_nt.data(), M, N, K);
    launch_gemm<true, false>(d_a_t.data(), d_b.data(), d_tn.data(), M, N, K);
    launch_gemm<true, true>(d_a_t.data(), d_b_t.data(), d_tt.data(), M, N, K);
    CHECK_CUDA(cudaDeviceSynchronize());
    const verify::Count allocations = verify::host_counts().allocations;
    const verify::Count loaded = verify::counts("gemm_transposed<TRANSPOSE_A,TRANSPOSE_B>").global_load.sectors;
    // ANCHOR_END: forms

    // ANCHOR: copied
    common::DeviceArray<float> d_a_copy(M * K), d_b_copy(K * N);
    launch_transpose(d_a_t.data(), d_a_copy.data(), K, M);
    launch_transpose(d_b_t.data(), d_b_copy.data(), N, K);
    launch_gemm<false, false>(d_a_copy.data(), d_b_copy.data(), d_copied.data(), M, N, K);
    // ANCHOR_END: copied

    gates.begin(name);
    gates.check("NN", d_nn.to_host(), want, {M, N}, tolerance(want));
    gates.check("NT", d_nt.to_host(), want, {M, N}, tolerance(want));
    gates.check("TN", d_tn.to_host(), want, {M, N}, tolerance(want));
    gates.check("TT", d_tt.to_host(), want, {M, N}, tolerance(want));
    gates.check("TT_copied", d_copied.to_host(), want, {M, N}, tolerance(want));
    gates.count("allocations", allocations, 0);
    if (M % 8 == 0 && N % 8 == 0 && K % 8 == 0) gates.count("sectors", loaded, sectors(M, N, K));
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    const auto at = [&](int M, int N, int K) {
        baseline::gemm_problem(bench, M, N, K);
        const float *a_t = bench.random(M * K), *b = bench.random(K * N), *a = bench.random(M * K),
                    *b_t = bench.random(N * K);
        float *c = bench.output(M * N), *other = bench.output(M * N), *copy = bench.output(M * K);
        const auto tn = [=](int) { launch_gemm<true, false>(a_t, b, c, M, N, K); };
        const auto nt = [=](int) { launch_gemm<false, true>(a, b_t, c, M, N, K); };
        const auto copied = [=](int) {
            launch_transpose(a_t, copy, K, M);
            launch_gemm<false, false>(copy, b, other, M, N, K);
        };
        const verify::Agreement agree = verify::agree(c, other, M * N, 1e-6 * K);
        bench.compare("gemm_transposed TN", tn, "transpose, then NN", copied, agree);
        bench.compare("gemm_transposed TN", tn, baseline::sgemm(M, N, K, a_t, b, other, true, false), agree);
        bench.compare("gemm_transposed NT", nt, baseline::sgemm(M, N, K, a, b_t, other, false, true), agree);
    };
    for (const int n : {1024, 2048, 4096}) at(n, n, n);
    at(4095, 4097, 4093);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"NN", "NT", "TN", "TT", "TT_copied", "allocations", "sectors"}, {verify::BENCH});
    check(gates, "hand", by_hand());
    check(gates, "row", random(1, 5, 7));         // M = 1: a and its transposed are the same in memory
    check(gates, "column", random(7, 1, 3));      // N = 1: so are b and its transposed
    check(gates, "ragged", random(131, 37, 11));  // primes
    check(gates, "square", random(16, 16, 16));   // whole sectors, and M, N, K cannot be told apart
    return verify::finish(gates, measure);
}
