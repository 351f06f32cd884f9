// Day 43 - Coalesced GEMM: the same flops, 5 sectors where 33 were
//
// Needs:  006-two-dim, 011-coalescing, 042-gemm-naive
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day043-gemm-coalesced/gemm_coalesced.cu -o day043
//
//    What the 32 lanes of a warp want in one step along K (# a lane's own element, o one element for all lanes):
//
//         x is the row                             x is the column
//         a [M, K]          b [K, N]               a [M, K]          b [K, N]
//         . # . . . .       . . . . . .            . . . . . .       . . . . . .
//         . # . . . .       . . o . . .            . o . . . .       # # # # # #
//         . # . . . .       . . . . . .            . . . . . .       . . . . . .
//
// Count:  sectors, a warp and step: 32 + 1 = 33 -> 1 + 4 = 5.

#include <algorithm>
#include <vector>

#include "common/check.h"         // CHECK_LAUNCH: an error that nobody asks for is silent
#include "common/device_array.h"  // DeviceArray: memory on the device, poisoned and guarded
#include "common/fill.h"          // fill: numbers without a pattern
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"  // counts: the CPU device counts what a kernel asks of memory
#include "verify/gate.h"    // Gates: the comparison with the reference

// ANCHOR: sizes
constexpr int WARP = 32;   // threads of a block along x: one warp, so that y is the same for all its lanes
constexpr int WARPS = 8;   // threads of a block along y: 256 threads in all
constexpr int SECTOR = 8;  // floats in the 32 bytes that global memory moves at least
// ANCHOR_END: sizes

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// Row-major throughout, the last index contiguous: a[row, k] is a[row * K + k].
struct Problem {
    int M, N, K;
    std::vector<float> a, b;  // [M, K], [K, N]
    std::vector<double> c;    // [M, N], what is wanted
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

// ---- Kernels ----------------------------------------------------------------------------------

// Day 42's, without alpha and beta: a thread makes one element of c, and neighbours along x stand below one another.
// Launch: grid [ceil(M / WARP), ceil(N / WARPS)], block [WARP, WARPS]. Any M, N, K >= 1 whose products fit an int, with
// N <= 65535 * WARPS.
__global__ void gemm_naive(const float* a, const float* b, float* c, int M, int N, int K) {
    const int row = blockIdx.x * WARP + threadIdx.x;
    const int col = blockIdx.y * WARPS + threadIdx.y;
    if (row >= M || col >= N) return;

    // c[row, col] = sum over k of a[row, k] * b[k, col]
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];  // a warp: 32 rows of a, one element of b
    c[row * N + col] = sum;
}

// The idea: x and y change places, so neighbours along x stand side by side in c and in b. Everything else is the same.
// Launch: grid [ceil(N / WARP), ceil(M / WARPS)], block [WARP, WARPS]. Any M, N, K >= 1 whose products fit an int, with
// M <= 65535 * WARPS.
__global__ void gemm_coalesced(const float* a, const float* b, float* c, int M, int N, int K) {
    const int row = blockIdx.y * WARPS + threadIdx.y;
    const int col = blockIdx.x * WARP + threadIdx.x;
    if (row >= M || col >= N) return;

    // c[row, col] = sum over k of a[row, k] * b[k, col]
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];  // a warp: one element of a, 32 of a row of b
    c[row * N + col] = sum;
}

void launch_naive(const float* a, const float* b, float* c, int M, int N, int K) {
    const dim3 grid(ceil_div(M, WARP), ceil_div(N, WARPS)), block(WARP, WARPS);  // x counts rows, y counts columns
    gemm_naive<<<grid, block>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

void launch_coalesced(const float* a, const float* b, float* c, int M, int N, int K) {
    const dim3 grid(ceil_div(N, WARP), ceil_div(M, WARPS)), block(WARP, WARPS);  // x counts columns, y counts rows
    gemm_coalesced<<<grid, block>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum: at K = 64 by 5e-7. So 2e-6 of
// the largest |c| for the elements that cancel, and 2e-5 of its own size for any element: rounding to fp16 moves an
// element by up to 4.9e-4 of itself, twenty times as much.
verify::Tolerance tolerance(const std::vector<double>& want) {
    return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5};
}

// Data that differ in every row, column and sign: a kernel that mixes two elements up cannot be right by luck.
Problem random(int M, int N, int K) {
    const std::vector<float> a = common::fill(M * K, 1), b = common::fill(K * N, 2);
    return {M, N, K, a, b, reference(a, b, M, N, K)};
}

// Done on paper, so that this gate trusts no program, not even the reference: c[0, 2] = 2 * 4 + 1 * 2 + 3 * 3 - 1 * 3.
//    a = [ 2 -1  3  1      b = [ 1 -2  4     c = [13 -6  16
//          1  4 -2  5]           3  1 -2         -2 14 -25]
//                                5 -1  3
//                               -1  2 -3]
Problem by_hand() {
    return {2, 3, 4, {2, -1, 3, 1, 1, 4, -2, 5}, {1, -2, 4, 3, 1, -2, 5, -1, 3, -1, 2, -3}, {13, -6, 16, -2, 14, -25}};
}

// The sectors of one request: lane l wants the float at index first + l * stride of an array that begins a sector.
long sectors(long first, long stride, int lanes) {
    long touched = 1;
    for (int lane = 1; lane < lanes; ++lane)
        touched += (first + lane * stride) / SECTOR != (first + (lane - 1) * stride) / SECTOR;
    return touched;
}

// What all warps of gemm_naive load: each has up to 32 rows of one column.
long sectors_naive(int M, int N, int K) {
    long sum = 0;
    for (int col = 0; col < N; ++col)
        for (int row = 0; row < M; row += 32)
            for (int k = 0; k < K; ++k)
                sum += sectors(row * K + k, K, std::min(32, M - row)) + sectors(k * N + col, 0, std::min(32, M - row));
    return sum;
}

// What all warps of gemm_coalesced load: each has up to 32 columns of one row.
long sectors_coalesced(int M, int N, int K) {
    long sum = 0;
    for (int row = 0; row < M; ++row)
        for (int col = 0; col < N; col += 32)
            for (int k = 0; k < K; ++k)
                sum += sectors(row * K + k, 0, std::min(32, N - col)) + sectors(k * N + col, 1, std::min(32, N - col));
    return sum;
}

// Runs both kernels on p, compares what each of them wrote with p.c, and what each of them loaded with what it should.
void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);                // const: inputs, and they must stay as they are
    common::DeviceArray<float> d_naive(M * N), d_coalesced(M * N);  // poisoned: what no thread writes is NaN

    verify::count_from_here();
    launch_naive(d_a.data(), d_b.data(), d_naive.data(), M, N, K);
    launch_coalesced(d_a.data(), d_b.data(), d_coalesced.data(), M, N, K);

    gates.begin(name);
    gates.check("C_naive", d_naive.to_host(), want, {M, N}, tolerance(want));
    gates.check("C", d_coalesced.to_host(), want, {M, N}, tolerance(want));
    gates.count("sectors_naive", verify::counts("gemm_naive").global_load.sectors, sectors_naive(M, N, K));
    gates.count("sectors", verify::counts("gemm_coalesced").global_load.sectors, sectors_coalesced(M, N, K));
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    const auto compare = [&](int M, int N, int K) {
        baseline::gemm_problem(bench, M, N, K);
        const float *a = bench.random(M * K), *b = bench.random(K * N);
        float *c = bench.output(M * N), *c_other = bench.output(M * N);
        const auto naive = [=](int) { launch_naive(a, b, c_other, M, N, K); };
        const auto coalesced = [=](int) { launch_coalesced(a, b, c, M, N, K); };
        const verify::Agreement agree = verify::agree(c, c_other, M * N, 1e-6 * K);  // |c| is sqrt(K) / 3 on average
        bench.compare("gemm_coalesced", coalesced, "gemm_naive", naive, agree);
        bench.compare("gemm_coalesced", coalesced, baseline::sgemm(M, N, K, a, b, c_other), agree);
    };
    for (const int n : {1024, 2048, 4096}) compare(n, n, n);
    compare(4095, 4097, 4093);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C_naive", "C", "sectors_naive", "sectors"}, {verify::BENCH});
    check(gates, "hand", by_hand());
    check(gates, "column", random(37, 1, 29));    // N = 1: a warp of gemm_coalesced has one lane with work
    check(gates, "row", random(1, 53, 29));       // M = 1: the same for gemm_naive
    check(gates, "outer", random(5, 7, 1));       // K = 1: an outer product, one product an element
    check(gates, "ragged", random(41, 67, 29));   // primes: the last warps have 9 lanes and 3
    check(gates, "aligned", random(64, 64, 64));  // whole warps, whole sectors, and M, N, K cannot be told apart
    return verify::finish(gates, measure);
}
