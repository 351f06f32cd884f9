// Day 48 - Split-K: too few tiles? Cut K, and add in a fixed order
//
// Needs:  042-gemm-naive, 046-register-tile-2d
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day048-split-k/split_k.cu -o day048
//
//        a [M, K]             b [K, N]      c has few tiles and K is long: few blocks, and each walks all of K.
//     +----+----+--+          +----+
//     | 0  | 1  |2 |          | 0  |        pass one   block (x, y, s) makes its tile of part s alone:
//     +----+----+--+          +----+                   parts[s] = a[:, part s] b[part s, :]
//                             | 1  |
//                             +----+        pass two   c = alpha * (parts[0] + parts[1] + parts[2]) + beta * c
//                             | 2  |
//                             +----+
//
// Count:  blocks at M = N = 256: 16, whatever K is. With S parts 16 S, and each walks only K / S.

#include <algorithm>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"
#include "verify/gate.h"

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Array = common::DeviceArray<float>;

constexpr int BM = 64, BN = 64, BK = 8;      // a block's tile of c, and its step along K
constexpr int TM = 4, TN = 4;                // a thread's sums
constexpr int ACROSS = BN / TN;              // threads side by side: 16
constexpr int THREADS = BM / TM * ACROSS;    // of a block: 256
constexpr int PAD = 4;                       // spare numbers behind each row of s_a, as on day 46
constexpr float ALPHA = 2.0f, BETA = -0.5f;  // of the gate C_beta

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// `batch` products of one size, each matrix directly behind the one before. Split-K takes the first of them alone.
struct Problem {
    int batch, M, N, K, depth;  // depth: how much of K is a part
    Floats a, b, old_c;         // [batch, M, K], [batch, K, N], and [M, N]: what beta finds in c
    Doubles c, c_beta;          // wanted: [batch, M, N], [M, N]
};

// ---- Reference --------------------------------------------------------------------------------

// c[z, row, col] = sum over k of a[z, row, k] * b[z, k, col]
Doubles reference(const Floats& a, const Floats& b, int batch, int M, int N, int K) {
    Doubles c(batch * M * N, 0.0);
    for (int z = 0; z < batch; ++z)
        for (int row = 0; row < M; ++row)
            for (int k = 0; k < K; ++k)
                for (int col = 0; col < N; ++col)
                    c[(z * M + row) * N + col] += double(a[(z * M + row) * K + k]) * b[(z * K + k) * N + col];
    return c;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Four neighbours with one load of 16 bytes. p lies on 16 bytes.
__device__ void read_four(const float* p, float* r) {
    const float4 four = *reinterpret_cast<const float4*>(p);
    r[0] = four.x, r[1] = four.y, r[2] = four.z, r[3] = four.w;
}

// What every kernel here does: the block's tile of a product, with TM x TN sums a thread, as on day 46. a has ld_a
// numbers a row, of which the product takes K. store(row, col, sum) gets each sum that lies inside c.
template <class Store>
__device__ void multiply_tile(const float* a, int ld_a, const float* b, int M, int N, int K, Store store) {
    __shared__ alignas(16) float s_a[BK][BM + PAD];                       // [k in tile, row in tile]
    __shared__ alignas(16) float s_b[BK][BN];                             // [k in tile, col in tile]
    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN;   // of the block's tile of c
    const int t = threadIdx.x, y = t / ACROSS * TM, x = t % ACROSS * TN;  // where in it this thread's sums begin

    float acc[TM][TN] = {};  // [row, col] of the thread's sums
    for (int first_k = 0; first_k < K; first_k += BK) {
        for (int e = t; e < t + BM * BK; e += THREADS) {  // this thread's share; past an edge there are zeros
            const int row = first_row + e / BK, k = first_k + e % BK;
            s_a[e % BK][e / BK] = row < M && k < K ? a[row * ld_a + k] : 0.0f;
        }
        for (int e = t; e < t + BK * BN; e += THREADS) {
            const int k = first_k + e / BN, col = first_col + e % BN;
            s_b[e / BN][e % BN] = k < K && col < N ? b[k * N + col] : 0.0f;
        }
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float r_a[TM], r_b[TN];
            read_four(&s_a[k][y], r_a);
            read_four(&s_b[k][x], r_b);
            // acc[m, n] += a[row, k] * b[k, col] for all of the thread's rows and columns
            for (int m = 0; m < TM; ++m)
                for (int n = 0; n < TN; ++n) acc[m][n] += r_a[m] * r_b[n];
        }
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) {
            const int row = first_row + y + m, col = first_col + x + n;
            if (row < M && col < N) store(row, col, acc[m][n]);
        }
}

// Many products in one launch: blockIdx.z says which, and the strides from one to the next are M K, K N and M N.
// Launch: grid [ceil(N / BN), ceil(M / BM), batch], block [THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_batched(const float* a, const float* b, float* c, int M, int N, int K) {
    const int z = blockIdx.z;
    float* const c_z = c + z * M * N;
    multiply_tile(a + z * M * K, K, b + z * K * N, M, N, K,
                  [=](int row, int col, float sum) { c_z[row * N + col] = sum; });
}

// Pass one of the idea. A part of K is a product of its own: `depth` columns of a, as many rows of b. So the parts are
// a batch, with strides of depth and depth * N; the last part may be shorter. Which block makes which part is free:
// `from_the_end` deals them the other way round.
// Launch: grid [ceil(N / BN), ceil(M / BM), S], block [THREADS], S = ceil(K / depth). parts [S, M, N].
// Any M, N, K, depth >= 1 whose products, S M N too, fit an int.
__global__ void gemm_split_k(const float* a, const float* b, float* parts, int M, int N, int K, int depth,
                             bool from_the_end) {
    const int s = from_the_end ? gridDim.z - 1 - blockIdx.z : blockIdx.z;
    const int first_k = s * depth;
    float* const part = parts + s * M * N;
    multiply_tile(a + first_k, K, b + first_k * N, M, N, min(depth, K - first_k),
                  [=](int row, int col, float sum) { part[row * N + col] = sum; });
}

// Pass two: one element of c a thread. Without parts (S = 0) it makes c = beta * c.
// Launch: grid [ceil(size / THREADS)], block [THREADS]. Any size = M * N >= 1, S >= 0.
__global__ void add_parts(const float* parts, float* c, int size, int S, float alpha, float beta) {
    const int n = blockIdx.x * THREADS + threadIdx.x;
    if (n >= size) return;

    // c[n] = alpha * sum over s of parts[s, n] + beta * c[n], where the sum begins at s = 0
    float sum = 0.0f;
    for (int s = 0; s < S; ++s) sum += parts[s * size + n];
    c[n] = beta == 0.0f ? alpha * sum : alpha * sum + beta * c[n];  // with beta = 0 c is not read: it may be anything
}

// The same without parts: each block adds its sums to c as soon as it has them. c must hold beta * c before.
// Launch: as gemm_split_k.
__global__ void gemm_split_k_atomic(const float* a, const float* b, float* c, int M, int N, int K, int depth,
                                    float alpha) {
    const int first_k = blockIdx.z * depth;
    multiply_tile(a + first_k, K, b + first_k * N, M, N, min(depth, K - first_k),
                  [=](int row, int col, float sum) { atomicAdd(&c[row * N + col], alpha * sum); });
}

dim3 grid_of(int M, int N, int parts) { return dim3(ceil_div(N, BN), ceil_div(M, BM), parts); }

void two_passes(const float* a, const float* b, float* parts, float* c, int M, int N, int K, int depth, float alpha,
                float beta, bool from_the_end = false) {
    const int S = ceil_div(K, depth);
    gemm_split_k<<<grid_of(M, N, S), THREADS>>>(a, b, parts, M, N, K, depth, from_the_end);
    CHECK_LAUNCH();
    add_parts<<<ceil_div(M * N, THREADS), THREADS>>>(parts, c, M * N, S, alpha, beta);
    CHECK_LAUNCH();
}

void with_atomics(const float* a, const float* b, float* c, int M, int N, int K, int depth, float alpha, float beta) {
    add_parts<<<ceil_div(M * N, THREADS), THREADS>>>(nullptr, c, M * N, 0, alpha, beta);
    CHECK_LAUNCH();
    gemm_split_k_atomic<<<grid_of(M, N, ceil_div(K, depth)), THREADS>>>(a, b, c, M, N, K, depth, alpha);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum: at K = 64 by 5e-7. So 2e-6 of
// the largest |c| for the elements that cancel, and 2e-5 of its own size for any element.
verify::Tolerance tolerance(const Doubles& want) { return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5}; }

Problem random(int M, int N, int K, int depth) {
    constexpr int BATCH = 2;
    const Floats a = common::fill(BATCH * M * K, 1), b = common::fill(BATCH * K * N, 2), old_c = common::fill(M * N, 3);
    const Doubles c = reference(a, b, BATCH, M, N, K);
    Doubles c_beta;
    for (int n = 0; n < M * N; ++n) c_beta.push_back(ALPHA * c[n] + BETA * old_c[n]);
    return {BATCH, M, N, K, depth, a, b, old_c, c, c_beta};
}

// On paper, in parts of 2, 2 and 1:
//    a = [ 1  2 | -1  3 |  2      b = [ 2  1 -3    c = [ 4 -1  1   + [-7 11 14   + [ 2  4 -4   = [-1  14  11
//         -2  4 |  5  1 | -1]           1 -1  2          0 -6 14]     19 -7 10]     -1 -2  2]     18 -15  26]
//                                       -----
//                                       4 -2  1    c_beta = 2 c - 0.5 [2 -4  6     = [-3  30  19
//                                      -1  3  5                        8 -2  4]       32 -29  50]
//                                       -----
//                                       1  2 -2]   Behind it the second product of the batch, with c = [5 2 -1; 3 4 5].
Problem by_hand() {
    const Floats a = {1, 2, -1, 3, 2, -2, 4, 5, 1, -1, /**/ 1, 0, 0, 0, 2, 0, 1, 0, -1, 0};
    const Floats b = {2,      1, -3, 1, -1, 2, 4, -2, 1, -1, 3, 5, 1, 2, -2,
                      /**/ 1, 2, 3,  4, 5,  6, 7, 8,  9, 1,  1, 1, 2, 0, -2};
    const Doubles c = {-1, 14, 11, 18, -15, 26, /**/ 5, 2, -1, 3, 4, 5};
    return {2, 2, 3, 5, 2, a, b, {2, -4, 6, 8, -2, 4}, c, {-3, 30, 19, 32, -29, 50}};
}

// What pass one loads: as much as without parts, since no part of K is loaded by two blocks of one tile.
long loads(int M, int N, int K) { return long(M) * K * ceil_div(N, BN) + long(K) * N * ceil_div(M, BM); }

// Split-K of p's first product, into c as it comes and with a new workspace: what no block writes there is NaN.
Floats split(const Problem& p, const Array& d_a, const Array& d_b, Array d_c, float alpha, float beta,
             bool from_the_end = false) {
    Array d_parts(ceil_div(p.K, p.depth) * p.M * p.N);
    two_passes(d_a.data(), d_b.data(), d_parts.data(), d_c.data(), p.M, p.N, p.K, p.depth, alpha, beta, from_the_end);
    return d_c.to_host();
}

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [batch, M, N, K, depth, a, b, old_c, c, c_beta] = p;
    const Array d_a(a), d_b(b);
    Array d_atomic(old_c), d_batched(batch * M * N);

    verify::count_from_here();
    const Floats got = split(p, d_a, d_b, Array(M * N), 1.0f, 0.0f);          // into poison
    const Floats again = split(p, d_a, d_b, Array(M * N), 1.0f, 0.0f, true);  // the parts dealt from the end
    const Floats got_beta = split(p, d_a, d_b, Array(old_c), ALPHA, BETA);
    with_atomics(d_a.data(), d_b.data(), d_atomic.data(), M, N, K, depth, ALPHA, BETA);
    gemm_batched<<<grid_of(M, N, batch), THREADS>>>(d_a.data(), d_b.data(), d_batched.data(), M, N, K);
    CHECK_LAUNCH();

    const Doubles c_first(c.begin(), c.begin() + M * N);
    gates.begin(name);
    gates.check("C", got, c_first, {M, N}, tolerance(c_first));
    gates.exact("bits", again, got, {M, N});
    gates.check("C_beta", got_beta, c_beta, {M, N}, tolerance(c_beta));
    gates.check("C_atomic", d_atomic.to_host(), c_beta, {M, N}, tolerance(c_beta));
    gates.check("C_batched", d_batched.to_host(), c, {batch, M, N}, tolerance(c));
    gates.count("loads", verify::counts("gemm_split_k").global_load.lanes, 3 * loads(M, N, K));  // three runs
}

// ---- Measure ----------------------------------------------------------------------------------

// As many parts as make two blocks for each multiprocessor; where the tiles alone are enough, one.
int depth_for(int M, int N, int K) {
    int processors = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const int tiles = ceil_div(M, BM) * ceil_div(N, BN), S = std::max(1, 2 * processors / tiles);
    return ceil_div(ceil_div(K, S), BK) * BK;
}

void measure(verify::Bench& bench) {
    for (const int n : {128, 512, 1024, 2048, 4096, 4095}) {
        const int K = n < 1024 ? 16384 : n, depth = depth_for(n, n, K);
        const double abs = 1e-6 * K;
        baseline::gemm_problem(bench, n, n, K);
        const float *a = bench.random(n * K), *b = bench.random(K * n);
        float *parts = bench.output(std::size_t(ceil_div(K, depth)) * n * n), *c = bench.output(n * n);
        float *c_other = bench.output(n * n), *c_library = bench.output(n * n);
        const verify::Run ours = [=](int) { two_passes(a, b, parts, c, n, n, K, depth, 1.0f, 0.0f); };
        const verify::Run whole = [=](int) { gemm_batched<<<grid_of(n, n, 1), THREADS>>>(a, b, c_other, n, n, K); };
        const verify::Run atomic = [=](int) { with_atomics(a, b, c_other, n, n, K, depth, 1.0f, 0.0f); };
        bench.compare("gemm_split_k", ours, "gemm_batched", whole, verify::agree(c, c_other, n * n, abs));
        bench.compare("gemm_split_k", ours, "gemm_split_k_atomic", atomic, verify::agree(c, c_other, n * n, abs));
        bench.compare("gemm_split_k", ours, baseline::sgemm(n, n, K, a, b, c_library),
                      verify::agree(c, c_library, n * n, abs));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C", "bits", "C_beta", "C_atomic", "C_batched", "loads"}, {verify::BENCH});
    check(gates, "hand", by_hand());                  // three parts
    check(gates, "row", random(1, 7, 29, 8));         // M = 1: four parts, the last of five
    check(gates, "short", random(5, 1, 1, 1));        // N = 1, K = 1: one part
    check(gates, "ragged", random(67, 71, 19, 7));    // primes: 2 x 2 tiles, three parts, the last of five
    check(gates, "aligned", random(64, 64, 64, 16));  // whole tiles and parts, and M, N, K cannot be told apart
    return verify::finish(gates, measure);
}
