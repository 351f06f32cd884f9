// Day 42 - GEMM: C = alpha A B + beta C for any M, N, K
//
// Needs:  003-errors, 006-two-dim, 008-device-memory, 041-gemv
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day042-gemm-naive/gemm_naive.cu -o day042
//
//                       b [K, N]
//                        +--+--+--+         A thread makes one element of c: it goes along its row of a and down its
//                        |  |##|  |         column of b, and no thread needs another one.
//                        |  |##|  |
//                        +--+--+--+             c[row, col] = alpha * (a's row times b's column) + beta * c[row, col]
//        +--------+      +--+--+--+
//        |########|      |  | c|  |
//        +--------+      +--+--+--+
//         a [M, K]        c [M, N]
//
// Count:  loads: 2 M N K. With beta other than 0 M N more, of c; with alpha = 0 none of a and b.

#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"
#include "verify/gate.h"

// ANCHOR: sizes
constexpr int ROWS = 32, COLS = 8;  // of c, that a block makes: 256 threads
// ANCHOR_END: sizes

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// Row-major: a[row, k] is a[row * K + k].
struct Problem {
    int M, N, K;
    float alpha, beta;
    std::vector<float> a, b, c;           // [M, K], [K, N], [M, N]: c before
    std::vector<double> want, want_beta;  // [M, N]: c after, with 0 for beta, and with beta
};

// ---- Reference --------------------------------------------------------------------------------

// c[row, col] = beta * c[row, col] + sum over k of alpha * a[row, k] * b[k, col]: row by row, a product at a time.
std::vector<double> reference(float alpha, const std::vector<float>& a, const std::vector<float>& b, float beta,
                              const std::vector<float>& c, int M, int N, int K) {
    std::vector<double> sum(M * N);
    for (int i = 0; i < M * N; ++i) sum[i] = double(beta) * c[i];
    for (int row = 0; row < M; ++row)
        for (int k = 0; k < K; ++k)
            for (int col = 0; col < N; ++col) sum[row * N + col] += double(alpha) * a[row * K + k] * b[k * N + col];
    return sum;
}

// ---- Kernels ----------------------------------------------------------------------------------

// A thread makes one element of c. x counts rows here and y columns, as a formula names them.
// Launch: grid [ceil(M / ROWS), ceil(N / COLS)], block [ROWS, COLS]. Any M, N >= 1 and K >= 0 whose products fit an
// int, N <= 65535 * COLS.
__global__ void gemm_naive(const float* a, const float* b, float* c, int M, int N, int K, float alpha, float beta) {
    const int row = blockIdx.x * ROWS + threadIdx.x;
    const int col = blockIdx.y * COLS + threadIdx.y;
    if (row >= M || col >= N) return;

    // c[row, col] = alpha * (sum over k of a[row, k] * b[k, col]) + beta * c[row, col]
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];
    float result = alpha * sum;
    if (beta != 0.0f) result += beta * c[row * N + col];  // else c may hold anything, NaN included
    c[row * N + col] = result;
}

// What a caller sees: all sizes from 0, and BLAS's promise that what is multiplied by 0 is not read.
void gemm(const float* a, const float* b, float* c, int M, int N, int K, float alpha, float beta) {
    if (M == 0 || N == 0) return;  // c has no element, and an empty grid is an error
    if (alpha == 0.0f) K = 0;      // no product counts, so none is made
    const dim3 grid(ceil_div(M, ROWS), ceil_div(N, COLS)), block(ROWS, COLS);
    gemm_naive<<<grid, block>>>(a, b, c, M, N, K, alpha, beta);  // with K = 0 too: c = beta c is still to be done
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum: at K = 53 by 4e-7. So 2e-6 of
// the largest |c| for the elements that cancel, and 2e-5 of its own size for any element.
verify::Tolerance tolerance(const std::vector<double>& want) {
    return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5};
}

Problem random(int M, int N, int K, float alpha = 3.0f) {
    const float beta = -0.5f;
    const std::vector<float> a = common::fill(M * K, 1), b = common::fill(K * N, 2), c = common::fill(M * N, 3);
    const auto after = [&](float beta) { return reference(alpha, a, b, beta, c, M, N, K); };
    return {M, N, K, alpha, beta, a, b, c, after(0.0f), after(beta)};
}

// On paper: 3 a b - c / 2, and the first element is 3 * (1 * 2 + 2 * 1 - 1 * 4 - 3 * 1) - 4 / 2 = -11.
//    a = [ 1  2 -1  3      b = [ 2  1 -3     a b = [-3  10  15     c = [4 -2   6     after = [-11  31  42
//         -2  4  5  1]           1 -1  2            19 -13  24]         8 10 -12]              53 -44  78]
//                                4 -2  1
//                               -1  3  5]
Problem by_hand() {
    const std::vector<float> a = {1, 2, -1, 3, -2, 4, 5, 1}, b = {2, 1, -3, 1, -1, 2, 4, -2, 1, -1, 3, 5};
    return {2, 3, 4, 3.0f, -0.5f, a, b, {4, -2, 6, 8, 10, -12}, {-9, 30, 45, 57, -39, 72}, {-11, 31, 42, 53, -44, 78}};
}

// Runs gemm on p twice: with beta = 0 into an array of NaN, and with p's beta onto p's c.
void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, alpha, beta, a, b, c, want, want_beta] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);
    common::DeviceArray<float> d_c(M * N), d_c_beta(M * N);  // poisoned, and d_c stays so
    d_c_beta.upload(c);

    verify::count_from_here();
    gemm(d_a.data(), d_b.data(), d_c.data(), M, N, K, alpha, 0.0f);
    gemm(d_a.data(), d_b.data(), d_c_beta.data(), M, N, K, alpha, beta);

    gates.begin(name);
    if (verify::max_abs(want) == 0.0)  // no product counts: zeros are wanted, to the last bit
        gates.exact("C", d_c.to_host(), std::vector<float>(M * N), {M, N});
    else
        gates.check("C", d_c.to_host(), want, {M, N}, tolerance(want));
    gates.check("C_beta", d_c_beta.to_host(), want_beta, {M, N}, tolerance(want_beta));
    const long products = alpha == 0.0f ? 0 : long(M) * N * K;
    const long loads = 2 * products + (2 * products + long(M) * N);  // the second run loads c as well
    gates.count("loads", verify::counts("gemm_naive").global_load.lanes, loads);
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    struct Size {
        int M, N, K;
    };
    for (const Size& size : {Size{1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}, {4095, 4097, 4093}}) {
        const int M = size.M, N = size.N, K = size.K;
        baseline::gemm_problem(bench, M, N, K);
        const float *a = bench.random(M * K), *b = bench.random(K * N);
        float *c = bench.output(M * N), *c_library = bench.output(M * N);
        bench.compare(
            "gemm_naive", [=](int) { gemm(a, b, c, M, N, K, 1.0f, 0.0f); }, baseline::sgemm(M, N, K, a, b, c_library),
            verify::agree(c, c_library, M * N, 2e-6 * K));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C", "C_beta", "loads"}, {verify::BENCH});
    check(gates, "hand", by_hand());
    check(gates, "row", random(1, 7, 5));              // M = 1: a row times a matrix
    check(gates, "column", random(5, 1, 7));           // N = 1: day 41's product
    check(gates, "outer", random(7, 5, 1));            // K = 1: every row times every column
    check(gates, "ragged", random(37, 61, 53));        // primes: no multiple of a block, and several blocks both ways
    check(gates, "square", random(32, 32, 32));        // whole blocks, and M, N, K cannot be told apart
    check(gates, "K = 0", random(3, 5, 0));            // a sum of nothing is 0
    check(gates, "alpha = 0", random(3, 5, 7, 0.0f));  // and so is 0 times a sum
    gemm(nullptr, nullptr, nullptr, 5, 0, 7, 1.0f, 0.0f);  // N = 0: nothing is launched
    return verify::finish(gates, measure);
}
