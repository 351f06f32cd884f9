// Day 46 - Register tile in two dimensions: an outer product per k step
//
// Needs:  012-vector-loads, 015-bank-conflicts, 044-gemm-tiled, 045-register-tile-1d
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day046-register-tile-2d/register_tile_2d.cu -o day046
//
//            b0 b1 b2 b3  r_b
//           +--+--+--+--+         A thread makes TM x TN = 8 x 8 elements of c. In step k it reads eight numbers of a
//       a0  |  |  |  |  |         and eight of b, and adds every product of one with another:
//       a1  |  |  |  |  |  acc
//       a2  |  |  |  |  |             acc[m][n] += r_a[m] * r_b[n]
//       a3  |  |  |  |  |
//      r_a  +--+--+--+--+
//
// Count:  for 64 products a thread reads from shared memory: 72 numbers in 72 loads -> 16 numbers in 4.

#include <vector>

#include "common/check.h"         // CHECK_LAUNCH: an error that nobody asks for is silent
#include "common/device_array.h"  // DeviceArray: memory on the device, poisoned and guarded
#include "common/fill.h"          // fill: numbers without a pattern
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"  // counts: the CPU device counts what a kernel asks of memory
#include "verify/gate.h"    // Gates: the comparison with the reference

// ANCHOR: sizes
constexpr int BM = 128, BN = 128, BK = 8;  // a block's tile of c is BM x BN; it goes along k in steps of BK
constexpr int TM = 8, TN = 8;              // a thread's part of it: 64 sums, each in a register
constexpr int ACROSS = BN / TN;            // threads side by side: 16
constexpr int THREADS = BM / TM * ACROSS;  // of a block: 256
constexpr int PAD = 4;                     // spare numbers behind each row of s_a, whose rows stay on 16 bytes
constexpr int EDGE = 64, SUMS = 8;         // day 45: a tile of EDGE x EDGE, SUMS of a column to a thread
constexpr int COLUMN_THREADS = EDGE * EDGE / SUMS;
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

// Day 45's: a thread makes SUMS elements of one column of c, and each number of b that it reads serves all of them.
// Launch: grid [ceil(N / EDGE), ceil(M / EDGE)], block [COLUMN_THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_register_tile(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ float s_a[EDGE][BK];  // [row in tile, k in tile]
    __shared__ float s_b[BK][EDGE];  // [k in tile, col in tile]

    const int t = threadIdx.x;
    const int first_row = blockIdx.y * EDGE, first_col = blockIdx.x * EDGE;  // of the block's tile of c
    const int y = t / EDGE * SUMS, x = t % EDGE;                             // of the thread's elements in it
    const int a_row = first_row + t / BK, a_k = t % BK;                      // the element of a that it loads
    const int b_k = t / EDGE, b_col = first_col + t % EDGE;  // and of b; k from the beginning of the tile

    float acc[SUMS] = {};  // [row in the thread's tile]
    for (int first_k = 0; first_k < K; first_k += BK) {
        s_a[t / BK][a_k] = a_row < M && first_k + a_k < K ? a[a_row * K + first_k + a_k] : 0.0f;
        s_b[b_k][t % EDGE] = first_k + b_k < K && b_col < N ? b[(first_k + b_k) * N + b_col] : 0.0f;
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
        // c[row + m, col] += sum over the k of these two tiles of a[row + m, k] * b[k, col], for each m < SUMS
        for (int k = 0; k < BK; ++k) {
            const float b_value = s_b[k][x];  // read once, used SUMS times
            for (int m = 0; m < SUMS; ++m) acc[m] += s_a[y + m][k] * b_value;
        }
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    const int row = first_row + y, col = first_col + x;
    for (int m = 0; m < SUMS; ++m)
        if (row + m < M && col < N) c[(row + m) * N + col] = acc[m];
}

// The column in the block's tile of a thread's sums [m][n]: groups of four, ACROSS threads side by side in each.
__device__ int column(int x, int n) { return (n / 4 * ACROSS + x) * 4 + n % 4; }

// Four neighbours with one load of 16 bytes. p lies on 16 bytes.
__device__ void read_four(const float* p, float* r) {
    const float4 four = *reinterpret_cast<const float4*>(p);
    r[0] = four.x, r[1] = four.y, r[2] = four.z, r[3] = four.w;
}

// The idea: a thread makes TM x TN elements of c. In a step along k it reads TM numbers of a and TN of b, and adds
// every product of the two. s_a holds a transposed, so that TM rows at one k are neighbours, as TN columns are in s_b.
// Launch: grid [ceil(N / BN), ceil(M / BM)], block [THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void __launch_bounds__(THREADS)
    gemm_outer_product(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ alignas(16) float s_a[BK][BM + PAD];  // [k in tile, row in tile]
    __shared__ alignas(16) float s_b[BK][BN];        // [k in tile, col in tile]

    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN;  // of the block's tile of c
    const int t = threadIdx.x, x = t % ACROSS, y = t / ACROSS;

    float acc[TM][TN] = {};  // [row, col] of the thread's elements
    for (int first_k = 0; first_k < K; first_k += BK) {
        // This thread's share. BK neighbours of a row of a go to BK rows of s_a; past an edge there are zeros.
        for (int e = t; e < t + BM * BK; e += THREADS) {
            const int row = e / BK, k = e % BK;
            s_a[k][row] = first_row + row < M && first_k + k < K ? a[(first_row + row) * K + first_k + k] : 0.0f;
        }
        for (int e = t; e < t + BK * BN; e += THREADS) {
            const int k = e / BN, col = e % BN;
            s_b[k][col] = first_k + k < K && first_col + col < N ? b[(first_k + k) * N + first_col + col] : 0.0f;
        }
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float r_a[TM], r_b[TN];
            for (int m = 0; m < TM; m += 4) read_four(&s_a[k][y * TM + m], &r_a[m]);
            for (int n = 0; n < TN; n += 4) read_four(&s_b[k][column(x, n)], &r_b[n]);
            // c[row, col] += a[row, k] * b[k, col] for all of the thread's rows and columns: an outer product
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

// ---- Check ------------------------------------------------------------------------------------

// As on day 44: a float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum, at K = 19 by
// 3e-7. So 2e-6 of the largest |c| for the elements that cancel, and 2e-5 of its own size for any: fp16 would be off
// by 4.9e-4.
verify::Tolerance tolerance(const std::vector<double>& want) {
    return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5};
}

// Data that differ in every row, column and sign: a kernel that mixes two elements up cannot be right by luck.
Problem random(int M, int N, int K) {
    const std::vector<float> a = common::fill(M * K, 1), b = common::fill(K * N, 2);
    return {M, N, K, a, b, reference(a, b, M, N, K)};
}

// On paper, as the kernel goes about it: one outer product for each k.
//    a = [ 1  3   b = [2 -1 4      c = [ 1          [ 3               [ 2 -1  4     [ 3  9 -6     [  5  8 -2
//         -2  5        1  3 -2]         -2 [2 -1 4] +  5 [1 3 -2]  =   -4  2 -8  +   5 15 -10  =     1 17 -18
//          4 -1]                         4]           -1]                8 -4 16]    -1 -3  2]       7 -7 18]
Problem by_hand() { return {3, 3, 2, {1, 3, -2, 5, 4, -1}, {2, -1, 4, 1, 3, -2}, {5, 8, -2, 1, 17, -18, 7, -7, 18}}; }

// Products that the blocks of gemm_outer_product add, those of the zeros past the edges included.
long products(int M, int N, int K) {
    return long(ceil_div(M, BM) * BM) * (ceil_div(N, BN) * BN) * (ceil_div(K, BK) * BK);
}

// Passes that bank conflicts add, of loads and stores together.
verify::Count conflicts(const verify::Counts& counts) {
    if (!counts.shared_load.conflicts) return {};
    return *counts.shared_load.conflicts + *counts.shared_store.conflicts;
}

void launch_register_tile(const float* a, const float* b, float* c, int M, int N, int K) {
    gemm_register_tile<<<dim3(ceil_div(N, EDGE), ceil_div(M, EDGE)), COLUMN_THREADS>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

void launch_outer_product(const float* a, const float* b, float* c, int M, int N, int K) {
    gemm_outer_product<<<dim3(ceil_div(N, BN), ceil_div(M, BM)), THREADS>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);
    common::DeviceArray<float> d_before(M * N), d_c(M * N);

    verify::count_from_here();
    launch_register_tile(d_a.data(), d_b.data(), d_before.data(), M, N, K);
    launch_outer_product(d_a.data(), d_b.data(), d_c.data(), M, N, K);

    gates.begin(name);
    gates.check("C_register_tile", d_before.to_host(), want, {M, N}, tolerance(want));
    gates.check("C", d_c.to_host(), want, {M, N}, tolerance(want));
    const verify::Counts counts = verify::counts("gemm_outer_product");
    gates.count("shared_loads", counts.shared_load.lanes, products(M, N, K) / 16);
    gates.count("conflicts", conflicts(counts), 0);
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    const auto at = [&](int M, int N, int K) {
        baseline::gemm_problem(bench, M, N, K);
        const float *a = bench.random(std::size_t(M) * K), *b = bench.random(std::size_t(K) * N);
        float *c = bench.output(std::size_t(M) * N), *other = bench.output(std::size_t(M) * N);
        const auto outer_product = [=](int) { launch_outer_product(a, b, c, M, N, K); };
        const auto register_tile = [=](int) { launch_register_tile(a, b, other, M, N, K); };
        const verify::Agreement agreement = verify::agree(c, other, std::size_t(M) * N, 1e-6 * K);
        bench.compare("gemm_outer_product", outer_product, "gemm_register_tile", register_tile, agreement);
        bench.compare("gemm_outer_product", outer_product, baseline::sgemm(M, N, K, a, b, other), agreement);
    };
    for (const int n : {1024, 2048, 4096}) at(n, n, n);
    at(4095, 4097, 4093);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C_register_tile", "C", "shared_loads", "conflicts"}, {verify::BENCH});
    check(gates, "hand", by_hand());
    check(gates, "row", random(1, 131, 9));     // M = 1: of a thread's rows only the first is there
    check(gates, "column", random(131, 1, 3));  // N = 1
    check(gates, "ragged",
          random(131, 149, 19));  // primes: two tiles along M and N, three steps along K, the last of them a piece
    check(gates, "aligned", random(128, 128, 16));  // one whole tile, whole steps, and rows that begin on 16 bytes
    return verify::finish(gates, measure);
}
