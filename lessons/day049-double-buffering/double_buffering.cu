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

#include <string>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/gate.h"

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

constexpr int BM = 128, BN = 128, BK = 8;     // a block's tile of c, and its step along K
constexpr int TM = 8, TN = 8;                 // a thread's sums: four squares of 4 x 4, half a tile apart
constexpr int THREADS = BM / TM * (BN / TN);  // 256

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

// A pair of tiles in shared memory. a is kept transposed, so that a thread reads four of its rows at once; 4 more in a
// row of it, or the stores of a warp share banks.
struct Tiles {
    alignas(16) float a[BK][BM + 4];  // [k in tile, row in tile]
    alignas(16) float b[BK][BN];      // [k in tile, col in tile]
};

// Asks for this thread's share of the tiles at first_k. The copies run by themselves, from global to shared memory,
// until a wait completes them; what lies past an edge becomes zero. Where N is a multiple of 4 each row of b begins at
// a multiple of 16 bytes, and four elements go in one copy.
__device__ void fetch(Tiles& tiles, const float* a, const float* b, int M, int N, int K, int first_k) {
    const int first_row = blockIdx.y * BM, first_col = blockIdx.x * BN;
    for (int i = threadIdx.x; i < BM * BK; i += THREADS) {
        const int row = first_row + i / BK, k = first_k + i % BK;
        const int zeros = row < M && k < K ? 0 : 4;  // bytes: the copy's last ones, which are not read
        __pipeline_memcpy_async(&tiles.a[i % BK][i / BK], &a[row * K + k], 4, zeros);
    }
    if (N % 4 == 0) {
        for (int i = 4 * threadIdx.x; i < BK * BN; i += 4 * THREADS) {
            const int k = first_k + i / BN, col = first_col + i % BN;
            const int zeros = k < K && col < N ? 0 : 16;
            __pipeline_memcpy_async(&tiles.b[i / BN][i % BN], &b[k * N + col], 16, zeros);
        }
    } else {
        for (int i = threadIdx.x; i < BK * BN; i += THREADS) {
            const int k = first_k + i / BN, col = first_col + i % BN;
            const int zeros = k < K && col < N ? 0 : 4;
            __pipeline_memcpy_async(&tiles.b[i / BN][i % BN], &b[k * N + col], 4, zeros);
        }
    }
    __pipeline_commit();  // these copies are one batch
}

// Where in the tile of c this thread's i-th row and j-th column are.
__device__ int row_of(int i) { return threadIdx.x / (BN / TN) * 4 + i / 4 * (BM / 2) + i % 4; }
__device__ int col_of(int j) { return threadIdx.x % (BN / TN) * 4 + j / 4 * (BN / 2) + j % 4; }

// acc[i, j] += sum over the k of the tiles of a[row i, k] * b[k, col j]
__device__ void multiply(const Tiles& tiles, float (&acc)[TM][TN]) {
    for (int k = 0; k < BK; ++k) {
        alignas(16) float a[TM], b[TN];
        for (int i = 0; i < TM; i += 4)
            *reinterpret_cast<float4*>(&a[i]) = *reinterpret_cast<const float4*>(&tiles.a[k][row_of(i)]);
        for (int j = 0; j < TN; j += 4)
            *reinterpret_cast<float4*>(&b[j]) = *reinterpret_cast<const float4*>(&tiles.b[k][col_of(j)]);
        for (int i = 0; i < TM; ++i)
            for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
    }
}

__device__ void store(const float (&acc)[TM][TN], float* c, int M, int N) {
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            const int row = blockIdx.y * BM + row_of(i), col = blockIdx.x * BN + col_of(j);
            if (row < M && col < N) c[row * N + col] = acc[i][j];
        }
}

// The plain one: a single pair of tiles, which is fetched, waited for, used, and only then fetched again.
// Launch: grid [ceil(N / BN), ceil(M / BM)], block [THREADS]. Any M, N, K >= 1 whose products fit an int.
__global__ void __launch_bounds__(THREADS)
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
__global__ void __launch_bounds__(THREADS)
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
        bench.problem(std::to_string(n), verify::fp32_flops(2.0 * n * n * n, "2 M N K"));
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
