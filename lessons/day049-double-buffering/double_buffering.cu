// Day 49 - Double buffering: fetch the next tile while you compute this one
//
// Needs:  046-register-tile-2d
// Device: sm_80 or any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day049-double-buffering/double_buffering.cu -o day049
//
//    one pair of tiles      | fetch 0 |wait| multiply 0 | fetch 1 |wait| multiply 1 | fetch 2 |wait| multiply 2 |
//
//    two pairs              | fetch 0 |wait| multiply 0 | multiply 1 | multiply 2 |
//                                     | fetch 1 ........| fetch 2 ...|
//                                       into the other    into the first
//
// Count:  barriers a step 2 -> 1, shared memory of a block twice as much, loads the same.

#include <cuda_pipeline.h>  // __pipeline_memcpy_async: a copy that nobody waits for yet

#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/gate.h"

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

constexpr int BM = 128, BN = 128, BK = 8;  // a block's tile of c, and its step along K
constexpr int TM = 8, TN = 8;              // a thread's sums
constexpr int ACROSS = BN / TN;            // threads side by side: 16
constexpr int THREADS = BM / TM * ACROSS;  // of a block: 256
constexpr int PAD = 4;                     // spare numbers behind each row of a's tile, as on day 46

int ceil_div(int n, int size) { return (n + size - 1) / size; }

struct Problem {
    int M, N, K;
    Floats a, b;  // [M, K], [K, N]
    Doubles c;    // [M, N], what is wanted
};

// ---- Reference --------------------------------------------------------------------------------

// c[row, col] = sum over k of a[row, k] * b[k, col]
Doubles reference(const Floats& a, const Floats& b, int M, int N, int K) {
    Doubles c(M * N, 0.0);
    for (int row = 0; row < M; ++row)
        for (int k = 0; k < K; ++k)
            for (int col = 0; col < N; ++col) c[row * N + col] += double(a[row * K + k]) * b[k * N + col];
    return c;
}

// ---- Kernels ----------------------------------------------------------------------------------

// A pair of tiles in shared memory, a transposed, as on day 46.
struct Tiles {
    alignas(16) float a[BK][BM + PAD];  // [k in tile, row in tile]
    alignas(16) float b[BK][BN];        // [k in tile, col in tile]
};

// Asks for this thread's share of the tiles at first_k. The copies run by themselves, from global to shared memory,
// until a wait completes them; what lies past an edge becomes zero. Where N is a multiple of 4 each row of b begins at
// a multiple of 16 bytes, and four elements go in one copy.
__device__ void fetch(Tiles& tiles, const float* a, const float* b, int M, int N, int K, int first_k) {
    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN, t = threadIdx.x;
    for (int e = t; e < t + BM * BK; e += THREADS) {
        const int row = first_row + e / BK, k = first_k + e % BK;
        const int zeros = row < M && k < K ? 0 : 4;  // bytes at the copy's end, which are not read
        __pipeline_memcpy_async(&tiles.a[e % BK][e / BK], &a[row * K + k], 4, zeros);
    }
    if (N % 4 == 0) {
        for (int e = 4 * t; e < 4 * t + BK * BN; e += 4 * THREADS) {
            const int k = first_k + e / BN, col = first_col + e % BN;
            const int zeros = k < K && col < N ? 0 : 16;
            __pipeline_memcpy_async(&tiles.b[e / BN][e % BN], &b[k * N + col], 16, zeros);
        }
    } else {
#pragma unroll 1  // or the addresses of all these copies would take registers from the sums
        for (int e = t; e < t + BK * BN; e += THREADS) {
            const int k = first_k + e / BN, col = first_col + e % BN;
            const int zeros = k < K && col < N ? 0 : 4;
            __pipeline_memcpy_async(&tiles.b[e / BN][e % BN], &b[k * N + col], 4, zeros);
        }
    }
    __pipeline_commit();  // these copies are one batch
}

// The column in the block's tile of a thread's sums [m][n]: groups of four, ACROSS threads side by side in each.
__device__ int column(int n) { return (n / 4 * ACROSS + threadIdx.x % ACROSS) * 4 + n % 4; }

// Four neighbours with one load of 16 bytes. p lies on 16 bytes.
__device__ void read_four(const float* p, float* r) {
    const float4 four = *reinterpret_cast<const float4*>(p);
    r[0] = four.x, r[1] = four.y, r[2] = four.z, r[3] = four.w;
}

// acc[m, n] += sum over the k of the tiles of a[row, k] * b[k, col], an outer product for each k
__device__ void multiply(const Tiles& tiles, float (&acc)[TM][TN]) {
    const int first_row = threadIdx.x / ACROSS * TM;
#pragma unroll
    for (int k = 0; k < BK; ++k) {
        float r_a[TM], r_b[TN];
        for (int m = 0; m < TM; m += 4) read_four(&tiles.a[k][first_row + m], &r_a[m]);
        for (int n = 0; n < TN; n += 4) read_four(&tiles.b[k][column(n)], &r_b[n]);
        for (int m = 0; m < TM; ++m)
            for (int n = 0; n < TN; ++n) acc[m][n] += r_a[m] * r_b[n];
    }
}

__device__ void store(const float (&acc)[TM][TN], float* c, int M, int N) {
    const int first_row = blockIdx.y * BM + threadIdx.x / ACROSS * TM, first_col = blockIdx.x * BN;
    for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) {
            const int row = first_row + m, col = first_col + column(n);
            if (row < M && col < N) c[row * N + col] = acc[m][n];
        }
}

// The plain one: a single pair of tiles, which is fetched, waited for, used, and only then fetched again. Two blocks
// are to fit a multiprocessor: at most 128 registers a thread. Launch: grid [ceil(N / BN), ceil(M / BM)], block
// [THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void __launch_bounds__(THREADS, 2)
    gemm_one_buffer(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ Tiles tiles;
    float acc[TM][TN] = {};
    for (int first_k = 0; first_k < K; first_k += BK) {
        fetch(tiles, a, b, M, N, K, first_k);
        __pipeline_wait_prior(0);  // this thread's copies are done
        __syncthreads();  // and those of all others: or a thread would read what a neighbour's copy has not brought
        multiply(tiles, acc);
        __syncthreads();  // or a fast thread's next copy would overwrite what is still being read
    }
    store(acc, c, M, N);
}

// The idea: two pairs. While the block multiplies one, the copies fill the other.
// Launch: as gemm_one_buffer.
__global__ void __launch_bounds__(THREADS, 2)
    gemm_double_buffered(const float* a, const float* b, float* c, int M, int N, int K) {
    __shared__ Tiles tiles[2];
    float acc[TM][TN] = {};
    fetch(tiles[0], a, b, M, N, K, 0);
    for (int step = 0; step * BK < K; ++step) {
        __pipeline_wait_prior(0);  // this thread's copies for this step are done
        // Two hazards, one barrier: or a thread would read what a neighbour's copy has not brought yet, and the fetch
        // below would overwrite what a slow thread still reads from the step before.
        __syncthreads();
        if ((step + 1) * BK < K) fetch(tiles[(step + 1) % 2], a, b, M, N, K, (step + 1) * BK);
        multiply(tiles[step % 2], acc);
    }
    store(acc, c, M, N);
}

// ---- Check ------------------------------------------------------------------------------------

// A float sum of K products is off by about sqrt(K) * 6e-8 of its largest partial sum: at K = 128 by 7e-7. So 2e-6 of
// the largest |c| for the elements that cancel, and 2e-5 of its own size for any element.
verify::Tolerance tolerance(const Doubles& want) { return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5}; }

Problem random(int M, int N, int K) {
    const Floats a = common::fill(M * K, 1), b = common::fill(K * N, 2);
    return {M, N, K, a, b, reference(a, b, M, N, K)};
}

// On paper, and K = 17 makes three steps, so that the first pair of tiles is used twice:
//    a[0, k] = 1 for all k, a[1, k] = 1, 2, ... 17;   b[k, 0] = 1, b[k, 1] = 1 at k = 0, 8, 16 alone
//    c = [17    3      17 = 1 + ... + 1       3: the first number of each tile
//         153  27]     153 = 17 * 18 / 2     27 = 1 + 9 + 17
Problem by_hand() {
    Problem p = {2, 2, 17, Floats(34), Floats(34), {17, 3, 153, 27}};
    for (int k = 0; k < 17; ++k) {
        p.a[k] = p.b[2 * k] = 1;
        p.a[17 + k] = k + 1;
        p.b[2 * k + 1] = k % BK == 0;
    }
    return p;
}

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const common::DeviceArray<float> d_a(a), d_b(b);
    common::DeviceArray<float> d_one(M * N), d_c(M * N);

    const dim3 grid(ceil_div(N, BN), ceil_div(M, BM));
    gemm_one_buffer<<<grid, THREADS>>>(d_a.data(), d_b.data(), d_one.data(), M, N, K);
    CHECK_LAUNCH();
    gemm_double_buffered<<<grid, THREADS>>>(d_a.data(), d_b.data(), d_c.data(), M, N, K);
    CHECK_LAUNCH();

    gates.begin(name);
    gates.check("C_one", d_one.to_host(), want, {M, N}, tolerance(want));
    gates.check("C", d_c.to_host(), want, {M, N}, tolerance(want));
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    for (const int n : {1024, 2048, 4096, 4095}) {
        baseline::gemm_problem(bench, n, n, n);
        const float *a = bench.random(n * n), *b = bench.random(n * n);
        float *c = bench.output(n * n), *c_one = bench.output(n * n), *c_library = bench.output(n * n);
        const dim3 grid(ceil_div(n, BN), ceil_div(n, BM));
        const verify::Run ours = [=](int) { gemm_double_buffered<<<grid, THREADS>>>(a, b, c, n, n, n); };
        const verify::Run one = [=](int) { gemm_one_buffer<<<grid, THREADS>>>(a, b, c_one, n, n, n); };
        bench.compare("gemm_double_buffered", ours, "gemm_one_buffer", one, verify::agree(c, c_one, n * n, 1e-6 * n));
        bench.compare("gemm_double_buffered", ours, baseline::sgemm(n, n, n, a, b, c_library),
                      verify::agree(c, c_library, n * n, 1e-6 * n));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C_one", "C"}, {verify::BENCH});
    check(gates, "hand", by_hand());                 // three steps, the last of one k
    check(gates, "row", random(1, 131, 7));          // M = 1: one step, and no other pair
    check(gates, "column", random(5, 1, 1));         // N = 1, K = 1
    check(gates, "ragged", random(131, 137, 29));    // primes: 2 x 2 blocks, four steps, rows of b at any address
    check(gates, "aligned", random(128, 128, 128));  // whole tiles, copies of 16 bytes, sixteen steps
    return verify::finish(gates, measure);
}
