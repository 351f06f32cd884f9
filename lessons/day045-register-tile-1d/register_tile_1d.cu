// Day 45 - Register tile in one dimension: registers are the fastest tile
//
// Needs:  013-shared-memory, 043-gemm-coalesced, 044-gemm-tiled
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day045-register-tile-1d/register_tile_1d.cu -o day045
//
//            s_b [BK][BN]
//               |b|              A thread makes TM = 8 elements of c, one below the other. In step k it reads one
//               | |              number of s_b and eight of s_a, and adds eight products:
//    s_a        +-+
//    [BM][BK]   |0| acc[0]           acc[0] += a0 * b
//     a0        |1| acc[1]           acc[1] += a1 * b
//     a1        |2| acc[2]           acc[2] += a2 * b
//     ...       |.|                  ...
//
// Count:  loads from shared memory for 8 products: 16 -> 9.

#include <vector>

#include "common/check.h"         // CHECK_LAUNCH: an error that nobody asks for is silent
#include "common/device_array.h"  // DeviceArray: memory on the device, poisoned and guarded
#include "common/fill.h"          // fill: numbers without a pattern
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/counts.h"  // counts: the CPU device counts what a kernel asks of memory
#include "verify/gate.h"    // Gates: the comparison with the reference

// ANCHOR: sizes
constexpr int TILE = 16;                 // of gemm_tiled, as on day 44
constexpr int BM = 64, BN = 64, BK = 8;  // a block's tile of c is BM x BN, and it goes along K in steps of BK
constexpr int TM = 8;                    // rows of c that a thread makes
constexpr int THREADS = BM * BN / TM;    // of a block: 512
static_assert(BM * BK == THREADS && BK * BN == THREADS, "a thread loads one element of each tile");
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

// Day 44's: a thread makes one element of c, and reads two numbers of the tiles for each product.
// Launch: grid [ceil(N / TILE), ceil(M / TILE)], block [TILE, TILE]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_tiled(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ float s_a[TILE][TILE];  // [row in tile, k in tile]
    __shared__ float s_b[TILE][TILE];  // [k in tile, col in tile]
    const int y = threadIdx.y, x = threadIdx.x;
    const int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;

    float sum = 0.0f;
    for (int first_k = 0; first_k < K; first_k += TILE) {
        s_a[y][x] = row < M && first_k + x < K ? a[row * K + first_k + x] : 0.0f;
        s_b[y][x] = first_k + y < K && col < N ? b[(first_k + y) * N + col] : 0.0f;
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
        // c[row, col] += sum over the k of these two tiles of a[row, k] * b[k, col]
        for (int k = 0; k < TILE; ++k) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    if (row < M && col < N) c[row * N + col] = sum;
}

// The idea: a thread makes TM elements of one column of c. Their sums stay in registers, and so does the number of b
// that it has read for all of them.
// Launch: grid [ceil(N / BN), ceil(M / BM)], block [THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void gemm_register_tile(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ float s_a[BM][BK];  // [row in tile, k in tile]
    __shared__ float s_b[BK][BN];  // [k in tile, col in tile]

    const int t = threadIdx.x;
    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN;  // of the block's tile of c
    const int y = t / BN * TM, x = t % BN;                               // of the thread's TM elements in it
    const int a_row = first_row + t / BK, a_k = t % BK;                  // the element of a that it loads
    const int b_k = t / BN, b_col = first_col + t % BN;                  // and of b; k from the beginning of the tile

    float acc[TM] = {};  // [row in the thread's tile]
    for (int first_k = 0; first_k < K; first_k += BK) {
        s_a[t / BK][a_k] = a_row < M && first_k + a_k < K ? a[a_row * K + first_k + a_k] : 0.0f;
        s_b[b_k][t % BN] = first_k + b_k < K && b_col < N ? b[(first_k + b_k) * N + b_col] : 0.0f;
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
        // c[row + m, col] += sum over the k of these two tiles of a[row + m, k] * b[k, col], for each m < TM
        for (int k = 0; k < BK; ++k) {
            const float r_b = s_b[k][x];  // read once, used TM times
            for (int m = 0; m < TM; ++m) acc[m] += s_a[y + m][k] * r_b;
        }
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }

    const int row = first_row + y, col = first_col + x;
    for (int m = 0; m < TM; ++m)
        if (row + m < M && col < N) c[(row + m) * N + col] = acc[m];
}

void launch_tiled(const float* a, const float* b, float* c, int M, int N, int K) {
    const dim3 grid(ceil_div(N, TILE), ceil_div(M, TILE)), block(TILE, TILE);  // x counts columns, y counts rows
    gemm_tiled<<<grid, block>>>(a, b, c, M, N, K);
    CHECK_LAUNCH();
}

void launch_register_tile(const float* a, const float* b, float* c, int M, int N, int K) {
    const dim3 grid(ceil_div(N, BN), ceil_div(M, BM));  // x counts columns, y counts rows
    gemm_register_tile<<<grid, THREADS>>>(a, b, c, M, N, K);
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

// Done on paper, so that this gate trusts no program, not even the reference: c[0, 1] = -1 * 1 + 3 * 2. Nine rows, one
// more than a thread makes.
Problem by_hand() {
    return {9,
            2,
            2,
            {1, 2, 3, -1, -2, 1, 4, 1, -1, -3, 2, 5, 5, -2, -4, 3, 1, -5},
            {2, -1, 1, 3},  // b = [2 -1; 1 3]
            {4, 5, 5, -6, -3, 5, 9, -1, -5, -8, 9, 13, 8, -11, -5, 13, -3, -16}};
}

// Products that the blocks of a kernel add, the products of the zeros included: bm x bn and bk are what its tiles have.
long products(int M, int N, int K, int bm, int bn, int bk) {
    return long(ceil_div(M, bm) * bm) * (ceil_div(N, bn) * bn) * (ceil_div(K, bk) * bk);
}

// Runs both kernels on p, compares what each of them wrote with p.c, and what each read from shared memory.
void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);        // const: inputs, and they must stay as they are
    common::DeviceArray<float> d_tiled(M * N), d_c(M * N);  // poisoned: an element that no thread writes is NaN

    verify::count_from_here();
    launch_tiled(d_a.data(), d_b.data(), d_tiled.data(), M, N, K);
    launch_register_tile(d_a.data(), d_b.data(), d_c.data(), M, N, K);

    gates.begin(name);
    gates.check("C_tiled", d_tiled.to_host(), want, {M, N}, tolerance(want));
    gates.check("C", d_c.to_host(), want, {M, N}, tolerance(want));
    // The claim in plain numbers: 2 loads for 1 product, and 9 for 8. With TM in it, it would agree with any TM.
    const long tiled = products(M, N, K, TILE, TILE, TILE) * 2, register_tile = products(M, N, K, BM, BN, BK) / 8 * 9;
    gates.count("shared_loads_tiled", verify::counts("gemm_tiled").shared_load.lanes, tiled);
    gates.count("shared_loads", verify::counts("gemm_register_tile").shared_load.lanes, register_tile);
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    const auto compare = [&](int M, int N, int K) {
        baseline::gemm_problem(bench, M, N, K);
        const float *a = bench.random(M * K), *b = bench.random(K * N);
        float *c = bench.output(M * N), *c_other = bench.output(M * N);
        const auto tiled = [=](int) { launch_tiled(a, b, c_other, M, N, K); };
        const auto register_tile = [=](int) { launch_register_tile(a, b, c, M, N, K); };
        const verify::Agreement agree = verify::agree(c, c_other, M * N, 1e-6 * K);  // |c| is sqrt(K) / 3 on average
        bench.compare("gemm_register_tile", register_tile, "gemm_tiled", tiled, agree);
        bench.compare("gemm_register_tile", register_tile, baseline::sgemm(M, N, K, a, b, c_other), agree);
    };
    for (const int n : {1024, 2048, 4096}) compare(n, n, n);
    compare(4095, 4097, 4093);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C_tiled", "C", "shared_loads_tiled", "shared_loads"}, {verify::BENCH});
    check(gates, "hand", by_hand());              // M = 9: two threads to a column of c
    check(gates, "row", random(1, 23, 11));       // M = 1: one sum of eight is stored
    check(gates, "column", random(19, 1, 5));     // N = 1: one thread of 64 stores
    check(gates, "ragged", random(83, 67, 29));   // primes: several tiles along each axis, and the last ones in part
    check(gates, "aligned", random(64, 64, 64));  // whole tiles, and M, N, K cannot be told apart
    return verify::finish(gates, measure);
}
