// Day 44 - Tiled GEMM: load each value once per tile, not once per thread
//
// Needs:  013-shared-memory, 042-gemm-naive, 043-gemm-coalesced
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day044-gemm-tiled/gemm_tiled.cu -o day044
//
//                        b [K, N]
//                          +--+          A block of TILE x TILE threads makes one tile of c = a b.
//                          |b0|
//                          |b1|          Step 0: the threads load tiles a0 and b0, one element of each a thread,
//                          |b2|                  wait, add TILE products each from the tiles, and wait again.
//                          +--+          Step 1: the same with a1 and b1. And so on along K.
//        +--+--+--+        +--+
//        |a0|a1|a2|        |c |
//        +--+--+--+        +--+
//         a [M, K]       c [M, N]
//
// Count:  loads from global memory, a thread: 2 K -> 2 ceil(K / TILE). At K = 1024 and TILE = 16: 2048 -> 128.

#include <vector>

#include "common/check.h"          // CHECK_LAUNCH: an error that nobody asks for is silent
#include "common/device_array.h"   // DeviceArray: memory on the device, poisoned and guarded
#include "common/fill.h"           // fill: numbers without a pattern
#include "verify/baseline/gemm.h"  // sgemm: cuBLAS, which the kernels are timed beside
#include "verify/bench.h"          // Bench: times, when --bench asks for them
#include "verify/counts.h"         // counts: the CPU device counts what a kernel asks of memory
#include "verify/gate.h"           // Gates: the comparison with the reference

constexpr int TILE = 16;  // a block is TILE x TILE = 256 threads; its two tiles take 2 KiB of shared memory

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

// The plain one: a thread makes one element of c and loads all that it needs by itself.
// Launch: grid [ceil(N / TILE), ceil(M / TILE)], block [TILE, TILE]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_naive(const float* a, const float* b, float* c, int M, int N, int K) {
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    if (row >= M || col >= N) return;  // past the edge of c: nothing to do

    // c[row, col] = sum over k of a[row, k] * b[k, col]
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];  // 2 loads a step, K steps
    c[row * N + col] = sum;
}

// The idea: the threads of a block need the same rows of a and columns of b, so they load them together, TILE values of
// k at a time. A thread still makes one element of c, from the same products in the same order.
// Launch: grid [ceil(N / TILE), ceil(M / TILE)], block [TILE, TILE]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_tiled(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ float s_a[TILE][TILE];  // [row in tile, k in tile]; one for the block, and all its threads see it
    __shared__ float s_b[TILE][TILE];  // [k in tile, col in tile]

    const int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;  // of the block's tile of c
    const int y = threadIdx.y, x = threadIdx.x;                              // this thread's place in every tile
    const int row = first_row + y, col = first_col + x;                      // its element of c

    float sum = 0.0f;
    for (int first_k = 0; first_k < K; first_k += TILE) {
        // This thread's share: one element of each tile. Past the edge of the matrix it is a zero, which adds nothing.
        s_a[y][x] = row < M && first_k + x < K ? a[row * K + first_k + x] : 0.0f;
        s_b[y][x] = first_k + y < K && col < N ? b[(first_k + y) * N + col] : 0.0f;
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
        // c[row, col] += sum over the k of these two tiles of a[row, k] * b[k, col]
        for (int k = 0; k < TILE; ++k) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    if (row < M && col < N) c[row * N + col] = sum;  // threads past the edge leave only here: they had to load
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum: at K = 97 by 6e-7. So 2e-6 of
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

// Done on paper, so that this gate trusts no program, not even the reference: c[0, 0] = 1 * 2 + 2 * 1 - 1 * 4 - 3 * 1.
//    a = [ 1  2 -1  3      b = [ 2  1 -3     c = [-3  10  15
//         -2  4  5  1]           1 -1  2          19 -13  24]
//                                4 -2  1
//                               -1  3  5]
Problem by_hand() {
    return {2, 3, 4, {1, 2, -1, 3, -2, 4, 5, 1}, {2, 1, -3, 1, -1, 2, 4, -2, 1, -1, 3, 5}, {-3, 10, 15, 19, -13, 24}};
}

// What gemm_tiled loads from global memory: each column of blocks loads all of a once, each row of blocks all of b
// once, and no thread loads past an edge.
long loads(int M, int N, int K) { return long(M) * K * ceil_div(N, TILE) + long(K) * N * ceil_div(M, TILE); }

// Runs both kernels on p, compares what each of them wrote with p.c, and what gemm_tiled loaded with what it should.
void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);            // const: inputs, and they must stay as they are
    common::DeviceArray<float> d_naive(M * N), d_tiled(M * N);  // poisoned: an element that no thread writes is NaN

    verify::count_from_here();
    const dim3 grid(ceil_div(N, TILE), ceil_div(M, TILE)), block(TILE, TILE);  // x counts columns, y counts rows
    gemm_naive<<<grid, block>>>(d_a.data(), d_b.data(), d_naive.data(), M, N, K);
    CHECK_LAUNCH();
    gemm_tiled<<<grid, block>>>(d_a.data(), d_b.data(), d_tiled.data(), M, N, K);
    CHECK_LAUNCH();

    gates.begin(name);
    gates.check("C_naive", d_naive.to_host(), want, {M, N}, tolerance(want));
    gates.check("C", d_tiled.to_host(), want, {M, N}, tolerance(want));
    gates.count("loads", verify::counts("gemm_tiled").global_load.lanes, loads(M, N, K));
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    for (const int n : {1024, 2048, 4096}) {
        baseline::gemm_problem(bench, n, n, n);
        const float *a = bench.random(n * n), *b = bench.random(n * n);
        float *c = bench.output(n * n), *c_naive = bench.output(n * n), *c_library = bench.output(n * n);
        const dim3 grid(ceil_div(n, TILE), ceil_div(n, TILE)), block(TILE, TILE);
        const auto tiled = [=](int) { gemm_tiled<<<grid, block>>>(a, b, c, n, n, n); };
        const auto naive = [=](int) { gemm_naive<<<grid, block>>>(a, b, c_naive, n, n, n); };
        bench.compare("gemm_tiled", tiled, "gemm_naive", naive, verify::agree(c, c_naive, n * n, 1e-6 * n));
        bench.compare("gemm_tiled", tiled, baseline::sgemm(n, n, n, a, b, c_library),
                      verify::agree(c, c_library, n * n, 1e-6 * n));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C_naive", "C", "loads"}, {verify::BENCH});
    check(gates, "hand", by_hand());              // less than one tile along each axis
    check(gates, "column", random(5, 1, 7));      // N = 1: b is a single column
    check(gates, "ragged", random(37, 53, 97));   // primes: no multiple of a tile, several tiles along each axis
    check(gates, "aligned", random(64, 64, 64));  // whole tiles, and M, N, K cannot be told apart
    return verify::finish(gates, measure);
}
