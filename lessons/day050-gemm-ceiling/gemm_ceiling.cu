// Day 50 - GEMM ceiling: nine days in one kernel, as fast as cuBLAS
//
// Needs:  044-gemm-tiled, 046-register-tile-2d, 048-split-k, 049-double-buffering
// Device: sm_80 or any
// Alone:  nvcc -std=c++20 -O3 -arch=sm_80 -I . lessons/day050-gemm-ceiling/gemm_ceiling.cu -o day050
//
//    K  +---+---+---+---+---+---+---+    7 tiles of c, 3 blocks. Whole tiles come first, and the last, uneven rounds
//    |  |   |   |   |   | 0 |   |   |    are cut along K into equal shares: block 0 makes tile 3 and the first third
//    |  |   |   |   |   +---+ 1 |   |    of tile 4, block 1 the rest of it and two thirds of tile 5, block 2 the rest
//    |  | 0 | 1 | 2 | 0 |   |   | 2 |    of that and tile 6. All are done at the same time.
//    |  |   |   |   |   | 1 +---+   |
//    v  |   |   |   |   |   | 2 |   |
//       +---+---+---+---+---+---+---+
//
// Count:  a step of k in a thread of 16 x 8 sums: 128 products for 6 loads from shared memory. Day 44: 1 for 2.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <algorithm>
#include <type_traits>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/gemm.h"
#include "verify/bench.h"
#include "verify/gate.h"

namespace wmma = nvcuda::wmma;
using common::DeviceArray;

struct Problem {
    int M, N, K;
    std::vector<float> a, b;  // [M, K], [K, N]
    std::vector<double> c;    // [M, N], what is wanted
};

__host__ __device__ constexpr int ceil_div(int n, int size) { return (n + size - 1) / size; }

// ---- Reference --------------------------------------------------------------------------------

// c[row, col] = sum over k of a[row, k] * b[k, col], in double
std::vector<double> reference(const std::vector<float>& a, const std::vector<float>& b, int M, int N, int K) {
    std::vector<double> c(M * N, 0.0);
    for (int row = 0; row < M; ++row)
        for (int k = 0; k < K; ++k)
            for (int col = 0; col < N; ++col) c[row * N + col] += double(a[row * K + k]) * b[k * N + col];
    return c;
}

// ---- Kernels ----------------------------------------------------------------------------------

// ANCHOR: config
// How the work is divided. Four of these do for all sizes.
struct Config {
    int BM, BN, BK;      // a block's tile of c, and the piece of K that a stage holds
    int TM, STAGES;      // rows of a thread's sums; tiles of a and b that are being read or are on their way
    int BLOCKS, COPIES;  // at a time on a multiprocessor; that a thread asks for in one step of k
    bool WHOLE, CUT;     // M, N, K are multiples of the tile; fewer tiles than blocks are cut along K
    int TN = 8, LY = 4, LX = 8, THREADS = BM * BN / (TM * TN);  // columns of sums; a warp is LY x LX threads
    int LDA = BM + 4;  // and not BM: the 8 k of 4 rows that a warp writes at once lie in 32 banks
    int STAGE = BK * (LDA + BN), BYTES = STAGES * STAGE * 4;  // a's tile [k, row], transposed, then b's [k, col]
};
enum Size { BIG, SMALL, RAGGED_BIG, RAGGED_SMALL };  // a row each:
constexpr Config CONFIGS[] = {{128, 256, 8, 16, 4, 1, 6, true, true},
                              {64, 128, 16, 8, 3, 2, 2, true, false},
                              {256, 128, 8, 16, 4, 1, 12, false, true},
                              {128, 64, 16, 8, 3, 3, 3, false, true}};
// ANCHOR_END: config

// ANCHOR: walk
// A thread on the way of its block's tile along K.
template <Size S>
struct Walk {
    static constexpr Config C = CONFIGS[S];
    static constexpr int WIDTH = C.WHOLE ? 4 : 1;  // floats of b in a copy: 16 bytes take a quarter of the instructions
    static constexpr int ROWS = C.BM * 8 / C.THREADS, A = ROWS * C.BK / 8;  // copies of a: 8 k of THREADS / 8 rows each
    static constexpr int B = C.BK * C.BN / C.THREADS / WIDTH, STEP = C.THREADS * WIDTH / C.BN;  // of b: STEP rows each
    const int k_a = threadIdx.x % 8, row_a = threadIdx.x / 8;  // neighbours go along K: a warp asks for 4 sectors
    const int k_b = threadIdx.x * WIDTH / C.BN, col_b = threadIdx.x * WIDTH % C.BN;
    // 8 lanes, which are served together, are 2 x 4 threads: they load 6 different fragments, and 1 x 8 would load 9.
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = C.BN / (C.LX * C.TN);
    const int row = warp / warps * C.LY * C.TM + (lane / 16 * 2 + lane % 2) * 4;
    const int col = warp % warps * C.LX * C.TN + lane / 2 % 8 * 4;
    const float *a, *b;                // where the first copies of the next tiles come from; registers keep how far
    unsigned next_a[ROWS], next_b[B];  // from there the others do, and the long loop computes no addresses
    int N, left, zeros;                // columns of b; tiles still to come; k of the next one that are zeros
    float r_a[2][C.TM], r_b[2][C.TN];  // fragments: a pair is used while the other is loaded
    float acc[C.TM * C.TN] = {};       // [row, col], in groups of 4 x 4; the next is 4 * LY rows or 4 * LX columns on

    // A ragged K has its zeros before the first element, so that no copy in the long loop has to look for the end.
    __device__ __forceinline__ Walk(const float* a_, const float* b_, int M, int N, int K, int first_row, int first_col,
                                    int first_step, int steps)
        : N(N), left(steps) {
        const int missing = C.WHOLE ? 0 : ceil_div(K, C.BK) * C.BK - K, first_k = first_step * C.BK - missing;
        zeros = first_step == 0 ? missing : 0;
        a = a_ + first_k + k_a;
        b = b_ + (long long)first_k * N + (C.WHOLE ? first_col + col_b : min(first_col + col_b, N - 1));
        for (int i = 0; i < ROWS; ++i) {  // beyond the edge the last row or column is read: nobody stores those sums
            const int m = first_row + row_a + i * (C.THREADS / 8);
            next_a[i] = unsigned(C.WHOLE ? m : min(m, M - 1)) * K;
        }
        for (int i = 0; i < B; ++i) next_b[i] = unsigned(k_b + i * STEP) * N;
    }

    // The i-th copy into a stage. a is transposed on its way, so that its fragments are 16-byte loads as b's are.
    __device__ __forceinline__ void copy(int i, float* stage, int zeros) const {
        if (i < A) {
            const int k = i % (C.BK / 8) * 8, r = i / (C.BK / 8);
            float* const to = stage + (k + k_a) * C.LDA + row_a + r * (C.THREADS / 8);
            __pipeline_memcpy_async(to, a + next_a[r] + k, 4, k + k_a < zeros ? 4 : 0);
        } else if (i < A + B) {
            float* const to = stage + C.BK * C.LDA + k_b * C.BN + col_b + (i - A) * C.THREADS * WIDTH;
            __pipeline_memcpy_async(to, b + next_b[i - A], 4 * WIDTH, k_b + (i - A) * STEP < zeros ? 4 : 0);
        }
    }

    // The last tile is copied again and again, into stages that no sum reads: cheaper than an if around the copies.
    __device__ __forceinline__ void advance() {
        __pipeline_commit();
        const int step = --left > 0 ? C.BK : 0;
        a += step, b += size_t(step) * N, zeros = left > 0 ? 0 : zeros;
    }

    // TM + TN numbers for TM x TN products: 6 loads of 16 bytes for 128, where day 46 needs 4 for 64.
    __device__ __forceinline__ void load(int to, const float* stage, int k) {
        for (int i = 0; i < C.TM; i += 4) *(float4*)&r_a[to][i] = *(const float4*)&stage[k * C.LDA + row + i * C.LY];
        stage += C.BK * C.LDA;
        for (int j = 0; j < C.TN; j += 4) *(float4*)&r_b[to][j] = *(const float4*)&stage[k * C.BN + col + j * C.LX];
    }

    // acc[i, j] += r_a[i] * r_b[j], back and forth: at each turn the operand cache still has the last r_b.
    __device__ __forceinline__ void add(int from) {
#pragma unroll
        for (int s = 0; s < C.TM * C.TN; ++s) {
            const int i = s / C.TN, j = i % 2 ? C.TN - 1 - s % C.TN : s % C.TN;
            acc[i * C.TN + j] += r_a[from][i] * r_b[from][j];
        }
    }

    // acc[i, j] += sum over the k of `steps` tiles of a[row, k] * b[k, col]
    __device__ __forceinline__ void multiply(float* stages, int steps) {
        for (int s = 0; s < C.STAGES - 1; ++s) {
            for (int i = 0; i < A + B; ++i) copy(i, stages + s * C.STAGE, C.WHOLE ? 0 : zeros);
            advance();
        }
        __pipeline_wait_prior(C.STAGES - 2);
        __syncthreads();  // or a thread loads what its neighbour has not waited for
        for (int k = 0; !C.WHOLE && zeros > 0 && k < C.BK; ++k, steps = 0) load(0, stages, k), add(0);  // one tile only
        float *const last = stages + (C.STAGES - 1) * C.STAGE, *read = stages, *write = last;
        load(0, read, 0);
        for (; steps > 0; --steps) {
#pragma unroll
            for (int k = 0; k < C.BK; ++k) {
                if (k == C.BK - 1) {  // the next tile must be there before its first fragments are loaded
                    advance();
                    __pipeline_wait_prior(C.STAGES - 2);
                    __syncthreads();  // or a thread loads what its neighbour has not waited for, or copies over it
                    read = read == last ? stages : read + C.STAGE;
                    write = write == last ? stages : write + C.STAGE;
                }
                load((k + 1) % 2, read, (k + 1) % C.BK);
                for (int i = k * C.COPIES; i < (k + 1) * C.COPIES; ++i) copy(i, write, 0);
                add(k % 2);
            }
        }
        __pipeline_wait_prior(0);
        __syncthreads();  // or the next piece's copies overtake the last loads of this one
    }
};
// ANCHOR_END: walk

// Whole tiles first, round by round; what would be the last, uneven rounds is cut along K into equal shares (stream-K).
// The block with a tile's first step adds what the next ones leave in `part`, in their order: the same bits each time.
// Launch: grid [blocks], block [C.THREADS], C.BYTES. The blocks must fit the device all at once, and find a step each.
// part [blocks, BM * BN]; flag [blocks]: zeros, and zeros again afterwards. Any M, N, K >= 1, or as C.WHOLE says.
template <Size S>
__global__ void __launch_bounds__(CONFIGS[S].THREADS, CONFIGS[S].BLOCKS)
    gemm_ceiling(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int M, int N, int K,
                 float* part, unsigned* flag) {
    constexpr Config C = CONFIGS[S];
    extern __shared__ __align__(16) float s_stages[];  // [stage, STAGE]
    const int blocks = gridDim.x, down = ceil_div(M, C.BM), across = ceil_div(N, C.BN), all = ceil_div(K, C.BK);
    const int tiles = down * across, rounds = tiles % blocks == 0 ? tiles / blocks : max(tiles / blocks - 1, 0);
    const auto share = [=](int block) { return int((long long)(tiles - rounds * blocks) * all * block / blocks); };
    for (int round = 0, at = share(blockIdx.x), end = share(blockIdx.x + 1); round < rounds || at < end; ++round) {
        const bool cut = round >= rounds;
        const int tile = cut ? rounds * blocks + at / all : round * blocks + blockIdx.x, first = cut ? at % all : 0;
        const int tile_end = cut ? at - first + all : 0, steps = cut ? min(end, tile_end) - at : all;
        at += cut ? steps : 0;
        // 8 rows of tiles go across together, so that blocks find each other's pieces of a and b in the L2 cache
        const int group = tile / (8 * across) * 8, rows = min(8, down - group), in = tile % (8 * across);
        const int first_row = (group + in % rows) * C.BM, first_col = in / rows * C.BN;
        Walk<S> walk(a, b, M, N, K, first_row, first_col, first, steps);
        walk.multiply(s_stages, steps);
        float* sums = part + size_t(blockIdx.x) * C.BM * C.BN + threadIdx.x;
        if (first > 0) {  // another block has this tile's first step
#pragma unroll
            for (int i = 0; i < C.TM * C.TN; ++i) sums[i * C.THREADS] = walk.acc[i];
            __threadfence();
            __syncthreads();  // or the flag goes up before the other threads' sums are there
            if (threadIdx.x == 0) atomicExch(&flag[blockIdx.x], 1);
            continue;
        }
        for (int block = blockIdx.x + 1; share(block) < tile_end; ++block) {
            while (threadIdx.x == 0 && atomicCAS(&flag[block], 1, 0) == 0) __nanosleep(100);  // mostly up long ago
            __threadfence();
            __syncthreads();  // or a thread adds before thread 0 has seen the flag
            sums += C.BM * C.BN;
#pragma unroll
            for (int i = 0; i < C.TM * C.TN; ++i) walk.acc[i] += sums[i * C.THREADS];
        }
#pragma unroll
        for (int i = 0; i < C.TM * C.TN; ++i) {
            const int m = first_row + walk.row + i / C.TN / 4 * 4 * C.LY + i / C.TN % 4;
            const int n = first_col + walk.col + i % C.TN / 4 * 4 * C.LX + i % 4;
            // One by one: a 16-byte store would tie four sums to registers in the banks that b's values are in.
            if (C.WHOLE || (m < M && n < N)) c[size_t(m) * N + n] = walk.acc[i];
        }
    }
}

// ---- Tensor cores -----------------------------------------------------------------------------

// One instruction of a warp multiplies 16 x WK by WK x 16 numbers and adds in fp32. T is __half, __nv_bfloat16 or, for
// tf32, float. The rest is day 44: tiles in shared memory, and nothing of what gemm_ceiling does.
// Launch: grid [ceil(N / 64), ceil(M / 64)], block [128]: 4 warps, 32 x 32 of c each. Any M, N, K >= 1.
template <class T>
__global__ void gemm_wmma(const T* a, const T* b, float* c, int M, int N, int K) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    constexpr bool TF32 = std::is_same_v<T, float>;
    using Factor = std::conditional_t<TF32, wmma::precision::tf32, T>;
    constexpr int TILE = 64, BK = 32, PAD = 16 / sizeof(T), WK = TF32 ? 8 : 16;
    __shared__ __align__(32) T s_a[TILE][BK + PAD], s_b[BK][TILE + PAD];  // [row, k], [k, col]
    __shared__ __align__(32) float s_c[TILE][TILE + 4];
    const int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;
    const int row = threadIdx.x / 64 * 32, col = threadIdx.x / 32 % 2 * 32;  // of the warp's part of the tile

    wmma::fragment<wmma::accumulator, 16, 16, WK, float> acc[4];  // 16 x 16 each: i / 2 down, i % 2 across
    for (auto& sums : acc) wmma::fill_fragment(sums, 0.0f);
    for (int first_k = 0; first_k < K; first_k += BK) {
        for (int i = threadIdx.x; i < TILE * BK; i += 128) {
            const int m = first_row + i / BK, k_a = first_k + i % BK;
            const int k_b = first_k + i / TILE, n = first_col + i % TILE;
            T &x = s_a[i / BK][i % BK], &y = s_b[i / TILE][i % TILE];
            x = m < M && k_a < K ? a[size_t(m) * K + k_a] : T(0.0f);
            y = k_b < K && n < N ? b[size_t(k_b) * N + n] : T(0.0f);
            if constexpr (TF32) x = wmma::__float_to_tf32(x), y = wmma::__float_to_tf32(y);  // 11 bits of a float's 24
        }
        __syncthreads();  // or a warp multiplies what its neighbours have not loaded yet
        for (int k = 0; k < BK; k += WK)
            for (int i = 0; i < 4; ++i) {
                wmma::fragment<wmma::matrix_a, 16, 16, WK, Factor, wmma::row_major> r_a;
                wmma::fragment<wmma::matrix_b, 16, 16, WK, Factor, wmma::row_major> r_b;
                wmma::load_matrix_sync(r_a, &s_a[row + i / 2 * 16][k], BK + PAD);
                wmma::load_matrix_sync(r_b, &s_b[k][col + i % 2 * 16], TILE + PAD);
                wmma::mma_sync(acc[i], r_a, r_b, acc[i]);
            }
        __syncthreads();  // or the next tiles overwrite the ones that a slow warp still reads
    }
    for (int i = 0; i < 4; ++i)  // which sums a thread holds is left open, so c leaves by way of shared memory
        wmma::store_matrix_sync(&s_c[row + i / 2 * 16][col + i % 2 * 16], acc[i], TILE + 4, wmma::mem_row_major);
    __syncthreads();  // or a thread reads a sum that another warp has not stored yet
    for (int i = threadIdx.x; i < TILE * TILE; i += 128) {
        const int m = first_row + i / TILE, n = first_col + i % TILE;
        if (m < M && n < N) c[size_t(m) * N + n] = s_c[i / TILE][i % TILE];
    }
#endif
}

// ---- Check ------------------------------------------------------------------------------------

// fp32, as on day 44: 2e-6 of the largest |c| for elements that cancel, 2e-5 of its own size for any.
verify::Tolerance tolerance(const std::vector<double>& c) { return {.abs = 2e-6 * verify::max_abs(c), .rel = 2e-5}; }

// Rounding a and b to `bits` bits moves each by up to 2^-bits of itself, and a sum of their products by about half of
// that of the largest |c|, however long K is. Allowed is 8 times as much: these gates look for wrong products, and
// cannot see less than the format rounds away (2e-3 with 11 bits, 1.6e-2 with 8).
verify::Tolerance tolerance(const std::vector<double>& c, int bits) {
    return {.abs = 4.0 / (1 << bits) * verify::max_abs(c)};
}

Problem random(int M, int N, int K) {
    const std::vector<float> a = common::fill(M * K, 1), b = common::fill(K * N, 2);
    return {M, N, K, a, b, reference(a, b, M, N, K)};
}

// Done on paper on day 44: whole numbers, which eight bits hold.
const Problem HAND = {
    2, 3, 4, {1, 2, -1, 3, -2, 4, 5, 1}, {2, 1, -3, 1, -1, 2, 4, -2, 1, -1, 3, 5}, {-3, 10, 15, 19, -13, 24}};

// How many blocks of gemm_ceiling<S> the device holds at once.
template <Size S>
int resident() {
    constexpr Config C = CONFIGS[S];
    int blocks, processors;
    CHECK_CUDA(cudaFuncSetAttribute(gemm_ceiling<S>, cudaFuncAttributeMaxDynamicSharedMemorySize, C.BYTES));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, gemm_ceiling<S>, C.THREADS, C.BYTES));
    CHECK_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    return std::min(blocks, C.BLOCKS) * processors;
}

// On `blocks` blocks, or on fewer where that many find nothing to do.
template <Size S>
void gemm(const float* a, const float* b, float* c, int M, int N, int K, int blocks, float* part, unsigned* flag) {
    constexpr Config C = CONFIGS[S];
    const int tiles = ceil_div(M, C.BM) * ceil_div(N, C.BN), most = C.CUT ? tiles * ceil_div(K, C.BK) : tiles;
    gemm_ceiling<S><<<std::min(blocks, most), C.THREADS, C.BYTES>>>(a, b, c, M, N, K, part, flag);
    CHECK_LAUNCH();
}

template <Size S>
void check(verify::Gates& gates, const char* name, int most, const Problem& p) {
    constexpr Config C = CONFIGS[S];
    const auto& [M, N, K, a, b, want] = p;
    const int blocks = std::min(most, resident<S>());
    const DeviceArray<float> d_a(a), d_b(b);
    DeviceArray<float> d_c(M * N), d_part(blocks * C.BM * C.BN);
    DeviceArray<unsigned> d_flag(std::vector<unsigned>(blocks, 0));
    gemm<S>(d_a.data(), d_b.data(), d_c.data(), M, N, K, blocks, d_part.data(), d_flag.data());
    gates.begin(name);
    gates.check(C.WHOLE ? "C" : "C_ragged", d_c.to_host(), want, {M, N}, tolerance(want));
}

template <class T>
void check(verify::Gates& gates, const char* name, const char* gate, int bits, const Problem& p) {
    const auto& [M, N, K, a, b, want] = p;
    const DeviceArray<T> d_a(std::vector<T>(a.begin(), a.end())), d_b({b.begin(), b.end()});
    DeviceArray<float> d_c(M * N);
    const dim3 grid(ceil_div(N, 64), ceil_div(M, 64));
    gemm_wmma<T><<<grid, 128>>>(d_a.data(), d_b.data(), d_c.data(), M, N, K);
    CHECK_LAUNCH();
    gates.begin(name);
    gates.check(gate, d_c.to_host(), want, {M, N}, tolerance(want, bits));
}

void check_formats(verify::Gates& gates, const char* name, const Problem& p) {
    int major;
    CHECK_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    for (const char* gate : {"C_fp16", "C_bf16", "C_tf32"})
        if (major < 8) gates.begin(name), gates.not_measured(gate, "needs a GPU of compute capability 8.0");
    if (major < 8) return;
    check<__half>(gates, name, "C_fp16", 11, p);
    check<__nv_bfloat16>(gates, name, "C_bf16", 8, p);
    check<float>(gates, name, "C_tf32", 11, p);
}

// ---- Measure ----------------------------------------------------------------------------------

// Beside cuBLAS, with so many sets of inputs in turn that each run finds its own in memory and not in the L2.
template <Size S>
void measure(verify::Bench& bench, size_t M, size_t N, size_t K) {
    constexpr Config C = CONFIGS[S];
    baseline::gemm_problem(bench, M, N, K);
    const int blocks = resident<S>(), sets = bench.sets(4 * (M * K + K * N));
    const float *a = bench.random(sets * M * K), *b = bench.random(sets * K * N);
    float *c = bench.output(M * N), *library = bench.output(M * N), *part = bench.output(size_t(blocks) * C.BM * C.BN);
    unsigned* const flag = reinterpret_cast<unsigned*>(bench.output(blocks));
    CHECK_CUDA(cudaMemset(flag, 0, blocks * sizeof(unsigned)));
    const auto ours = [=](int i) {
        gemm<S>(a + i % sets * (M * K), b + i % sets * (K * N), c, M, N, K, blocks, part, flag);
    };
    bench.compare("gemm_ceiling", ours, baseline::sgemm(M, N, K, a, b, library, false, false, sets),
                  verify::agree(c, library, M * N, 1e-6 * K));
}

template <class T>
void measure(verify::Bench& bench, const char* name, baseline::Element element, int n) {
    bench.problem(name, verify::tensor_flops(2.0 * n * n * n, "2 M N K"));
    const T *a = bench.random<T>(n * n), *b = bench.random<T>(n * n);
    float *c = bench.output(n * n), *library = bench.output(n * n);
    const auto ours = [=](int) { gemm_wmma<T><<<dim3(n / 64, n / 64), 128>>>(a, b, c, n, n, n); };
    bench.compare("gemm_wmma", ours, baseline::tensor_gemm(element, n, n, n, a, b, library),
                  verify::agree(c, library, n * n, 1e-5 * n));
}

void measure(verify::Bench& bench) {
    measure<SMALL>(bench, 1024, 1024, 1024);
    for (const int n : {2048, 4096, 8192}) measure<BIG>(bench, n, n, n);
    measure<RAGGED_BIG>(bench, 4093, 4095, 4099);
    measure<RAGGED_BIG>(bench, 2047, 2049, 2051);
    measure<RAGGED_SMALL>(bench, 1023, 1025, 1021);
    measure<RAGGED_SMALL>(bench, 333, 5001, 777);
    measure<__half>(bench, "fp16, 4096", baseline::Element::fp16, 4096);
    measure<__nv_bfloat16>(bench, "bf16, 4096", baseline::Element::bf16, 4096);
    measure<float>(bench, "tf32, 4096", baseline::Element::tf32, 4096);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"C", "C_ragged", "C_fp16", "C_bf16", "C_tf32"}, {verify::BENCH});
    check<RAGGED_SMALL>(gates, "hand", 5, HAND);                      // one step, so one block
    check<RAGGED_SMALL>(gates, "column", 5, random(5, 1, 67));        // 5 steps, 5 blocks: four leave a part
    check<RAGGED_BIG>(gates, "row", 5, random(1, 259, 1));            // K = 1: all but one k of the tile are zeros
    check<RAGGED_SMALL>(gates, "ragged", 5, random(131, 197, 97));    // 8 tiles of 7 steps
    check<RAGGED_BIG>(gates, "ragged big", 3, random(257, 131, 71));  // 4 tiles of 9 steps
    check<SMALL>(gates, "whole", 5, random(576, 256, 48));            // 18 tiles of 3 steps: two rounds, and cuts
    check<BIG>(gates, "whole big", 3, random(256, 512, 40));          // 4 tiles of 5 steps
    check_formats(gates, "hand", HAND);
    check_formats(gates, "ragged", random(67, 71, 53));
    return verify::finish(gates, measure);
}
