// Day 26 - Parallel reduction: a tree adds n numbers in log2 n steps
//
// Needs:  005-grid-stride, 008-device-memory, 013-shared-memory, 022-shuffles, 024-atomics
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day026-parallel-reduction/parallel_reduction.cu -o day026
//
//    x [N]    |--- segment 0 ---|--- segment 1 ---|  ...  |- the rest -|
//                     |                 |                        |         stage 1: each block adds its segment
//    block_sums [G]   0                 1           ...        G - 1
//                     +-----------------+-----------...----------+         stage 2: one block adds the block sums
//    sum [1]                            0
//
//    Inside a block, drawn for 8 threads:    s_part    0    1    2    3    4    5    6    7
//                                    step 4           0+4  1+5  2+6  3+7
//                                    step 2           0+2  1+3
//                                    step 1           0+1
//
// Count:  n - 1 additions in any case. One after another they take n - 1 steps. In a tree all additions of a level
//         happen at once, and it has log2 n levels: at n = 2^24 that is 24 steps instead of 16777215.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/collect.h"
#include "verify/bench.h"
#include "verify/gate.h"

// ANCHOR: sizes
constexpr int BLOCK = 256;  // threads of a block
static_assert((BLOCK & (BLOCK - 1)) == 0, "the tree halves BLOCK down to 1: an odd number of parts would lose one");
constexpr int LEVELS = std::bit_width(unsigned(BLOCK)) - 1;  // log2 BLOCK: the steps of one tree
constexpr int MOST_BLOCKS = 1024;                            // for a longer array the segments grow, not the grid
constexpr int WIDE = 1024, LOADS = 8;                        // sum_wide: threads of a block, float4 loads in flight
// ANCHOR_END: sizes

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Array = common::DeviceArray<float>;

// Part is the type of all partial sums: float, or double to see what float costs.
template <class Part>
struct Sums {
    std::vector<Part> block_sums, sum;  // [G], [1]
};

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// How many elements a block adds: at least two per thread, except at the end of x.
int segment_of(int N) { return BLOCK * std::max(2, ceil_div(N, BLOCK * MOST_BLOCKS)); }

// ---- Reference --------------------------------------------------------------------------------

// One loop in double, and it is exact: every x of this lesson is a multiple of 2^-27 and no sum reaches 2^26, so each
// partial sum fits the 53 bits of a double and nothing is rounded.
Sums<double> reference(const Floats& x, int segment) {
    Sums<double> r{Doubles(ceil_div(x.size(), segment)), Doubles(1)};
    for (std::size_t n = 0; n < x.size(); ++n) {
        r.block_sums[n / segment] += x[n];
        r.sum[0] += x[n];
    }
    return r;
}

// ---- Kernels ----------------------------------------------------------------------------------

// A block adds the elements of its segment: thread t first adds elements t, t + BLOCK, ... of it in a loop, then a tree
// in shared memory adds the BLOCK partial sums.
// Launch: grid [ceil(N / segment)], block [BLOCK]. Any N and segment from 1 to 2^30.
template <class Element, class Part>
__global__ void tree_sums(const Element* x, Part* sums, int N, int segment) {
    __shared__ Part s_part[BLOCK];  // [thread]
    const int thread = threadIdx.x;
    const int first = blockIdx.x * segment, end = min(first + segment, N);  // the last segment may be short

    // sums[block] = sum over n of x[n], first <= n < end
    Part part = 0;  // a thread without an element adds nothing to the sum
    for (int n = first + thread; n < end; n += BLOCK) part += x[n];
    s_part[thread] = part;
    __syncthreads();  // or a thread adds a part that is not stored yet
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (thread < step) s_part[thread] += s_part[thread + step];
        __syncthreads();  // or the next step reads a sum that is still being added
    }
    if (thread == 0) sums[blockIdx.x] = s_part[0];
}

// Two launches, because a barrier is for one block only: the second starts when all blocks of the first have ended.
template <class Part>
Sums<Part> two_stages(const Array& x) {
    const int N = x.size(), segment = segment_of(N), G = ceil_div(N, segment);
    common::DeviceArray<Part> block_sums(G), sum(1);  // poisoned: what no block writes is NaN
    tree_sums<<<G, BLOCK>>>(x.data(), block_sums.data(), N, segment);
    CHECK_LAUNCH();
    tree_sums<<<1, BLOCK>>>(block_sums.data(), sum.data(), G, G);  // the same kernel: all G sums are one segment
    CHECK_LAUNCH();
    return {block_sums.to_host(), sum.to_host()};
}

// The sum over the block, with the same bits in every thread: each of 32 warps adds its lanes' parts by shuffles, then
// the warps' sums. Between two calls stands a barrier.
__device__ float block_sum(float part) {
    __shared__ float s_warp[WIDE / 32];  // [warp]; 32 of them, so each lane takes one
    for (int step = 16; step > 0; step /= 2) part += __shfl_xor_sync(~0u, part, step);
    if (threadIdx.x % 32 == 0) s_warp[threadIdx.x / 32] = part;
    __syncthreads();  // or a warp reads a sum that is not stored yet
    part = s_warp[threadIdx.x % 32];
    for (int step = 16; step > 0; step /= 2) part += __shfl_xor_sync(~0u, part, step);
    return part;
}

// What tree_sums leaves on the table: a thread has few loads on their way, and the block sums wait for a launch. Here
// it asks for LOADS times four numbers before it adds the first, and the last block to finish adds the block sums. N
// and the grid alone decide which parts meet, so the bits repeat.
// Launch: grid [2 for each SM], which all run at once where an SM holds 2048 threads, or any up to [WIDE]; block
// [WIDE]. N from 1 to 2^30, x on 16 bytes, sums [grid]. *done is 0 before the launch, and must be 0 after it.
__global__ void __launch_bounds__(WIDE) sum_wide(const float* x, float* sums, unsigned* done, float* sum, int N) {
    __shared__ bool s_is_last;
    const int threads = gridDim.x * WIDE, first = blockIdx.x * WIDE + threadIdx.x;  // of the grid
    const auto* x4 = reinterpret_cast<const float4*>(x);                            // [N / 4]
    // part = sum over n of x4[n], n = first, first + threads, ... < N / 4
    float4 parts = {0.0f, 0.0f, 0.0f, 0.0f};
    const auto add = [&parts](float4 v) { parts = {parts.x + v.x, parts.y + v.y, parts.z + v.z, parts.w + v.w}; };
    int n = first;
    for (; n + (LOADS - 1) * threads < N / 4; n += LOADS * threads) {
        float4 r[LOADS];
        for (int load = 0; load < LOADS; ++load) r[load] = __ldcs(&x4[n + load * threads]);  // read once: do not cache
        for (int load = 0; load < LOADS; ++load) add(r[load]);
    }
    for (; n < N / 4; n += threads) add(x4[n]);
    float part = (parts.x + parts.y) + (parts.z + parts.w);
    if (first < N % 4) part += x[N / 4 * 4 + first];  // at most three are left
    part = block_sum(part);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = part;
        __threadfence();  // or another block sees the count before it sees the sum
        s_is_last = atomicAdd(done, 1u) == gridDim.x - 1;
    }
    __syncthreads();  // or a thread asks before thread 0 knows
    if (!s_is_last) return;
    part = block_sum(threadIdx.x < gridDim.x ? __ldcg(&sums[threadIdx.x]) : 0.0f);
    if (threadIdx.x > 0) return;
    *sum = part;
    *done = 0;  // or the next launch has no last block
}

// ---- Check ------------------------------------------------------------------------------------

constexpr double ROUNDING = 0x1p-24;  // a float addition is off by at most this part of its result

// How many additions an element goes through on its way into a sum of n: those of its thread's loop, of which the first
// adds to 0 and rounds nothing, then one in each level of the tree.
int steps(int n) { return ceil_div(n, BLOCK) - 1 + LEVELS; }
// In sum_wide: the thread's loop, 2 to join four parts, 1 for the odd end, and 10 in each of two block sums.
int steps_wide(int n, int blocks) { return ceil_div(n, 4 * blocks * WIDE) - 1 + 2 + 1 + 2 * 10; }

// In one step no element is added twice, so the results of a step are together at most sum |x|, and each is rounded by
// at most 2^-24 of itself. Whatever the data, to first order,
//     |got - want| <= steps * 2^-24 * sum over n of |x[n]|.
// The tree uses up to a fifth of that. `magnitudes`: the sums of the |x[n]|.
verify::Tolerance tolerance(int steps, const Doubles& magnitudes) {
    return {.abs = steps * ROUNDING * verify::max_abs(magnitudes)};
}

// Between -0.5 and 1.5: both signs, and yet a sum near sum |x|. If the sum cancelled to almost nothing, the gate would
// see almost nothing.
Floats mixed_signs(int N) {
    Floats x = common::fill(N, N);
    for (float& value : x) value += 0.5f;
    return x;
}

void check(verify::Gates& gates, const char* name, const Floats& x) {
    const int N = x.size(), segment = segment_of(N), G = ceil_div(N, segment);
    const Array d_x(x);
    const Sums<float> got = two_stages<float>(d_x);
    const Sums<double> want = reference(x, segment);
    Floats absolute = x;
    for (float& value : absolute) value = std::fabs(value);
    const Sums<double> magnitudes = reference(absolute, segment);
    constexpr int BLOCKS = 2;  // so few that 2^16 numbers fill a round of the loop with LOADS
    Array wide_sums(BLOCKS), wide(1), again(1);
    common::DeviceArray<unsigned> done(std::vector<unsigned>{0});
    for (Array* sum : {&wide, &again}) {  // twice: the second launch finds the counter as the first one left it
        sum_wide<<<BLOCKS, WIDE>>>(d_x.data(), wide_sums.data(), done.data(), sum->data(), N);
        CHECK_LAUNCH();
    }
    gates.begin(name);
    gates.check("block_sums", got.block_sums, want.block_sums, {G}, tolerance(steps(segment), magnitudes.block_sums));
    gates.check("sum", got.sum, want.sum, {1}, tolerance(steps(segment) + steps(G), magnitudes.sum));
    gates.check("sum_wide", wide.to_host(), want.sum, {1}, tolerance(steps_wide(N, BLOCKS), magnitudes.sum));
    gates.exact("again", again.to_host(), wide.to_host(), {1});
}

// ---- Measure ----------------------------------------------------------------------------------

// The numbers 1 to N, divided by N, in three orders; and N times 0.1. N is a power of two. All are positive: where
// signs cancel, a relative error says more about the data than about the way they were added.
float rising(unsigned n, unsigned N) { return float(n + 1) / float(N); }
float falling(unsigned n, unsigned N) { return rising(N - 1 - n, N); }
float shuffled(unsigned n, unsigned N) {  // each line can be undone, so every number comes once
    n = n * 0x9e3779b1u % N;
    n ^= n >> 12;
    return rising(n * 0x85ebca6bu % N, N);
}
float equal(unsigned, unsigned) { return 0.1f; }

// Adds 2^log2_n numbers in float and in double, gates both stages, and prints the relative error of each way to add.
void rounding(verify::Gates& gates, int log2_n) {
    const int N = 1 << log2_n, segment = segment_of(N), G = ceil_div(N, segment), all_steps = steps(segment) + steps(G);
    Sums<float> in_float;
    Sums<double> in_double, want;  // [order, G], [order]
    Floats in_a_row;               // [order]
    const auto append = [](auto& all, const auto& one) {
        all.block_sums.insert(all.block_sums.end(), one.block_sums.begin(), one.block_sums.end());
        all.sum.push_back(one.sum[0]);
    };
    for (float (*order)(unsigned, unsigned) : {rising, falling, shuffled, equal}) {
        Floats x(N);
        for (int n = 0; n < N; ++n) x[n] = order(n, N);
        const Array d_x(x);
        append(in_float, two_stages<float>(d_x));
        append(in_double, two_stages<double>(d_x));
        append(want, reference(x, segment));
        in_a_row.push_back(std::accumulate(x.begin(), x.end(), 0.0f));
    }

    const std::string name = "2^" + std::to_string(log2_n);
    gates.begin(name);
    gates.check("block_sums", in_float.block_sums, want.block_sums, {4, G}, {.rel = steps(segment) * ROUNDING});
    gates.check("sum", in_float.sum, want.sum, {4}, {.rel = all_steps * ROUNDING});
    gates.begin("in double");  // exact, like the reference: whatever the order, no bit differs
    gates.exact("block_sums", in_double.block_sums, want.block_sums, {4, G});
    gates.exact("sum", in_double.sum, want.sum, {4});

    const auto row = [&](const char* way, int steps, double bound, const Floats& sums) {
        std::printf("%-34s %8d  %7.1e", way, steps, bound);
        for (int order = 0; order < 4; ++order) std::printf("  %+8.1e", sums[order] / want.sum[order] - 1.0);
        std::printf("\n");
    };
    std::printf("\nrelative error of a sum of %s       steps    bound    rising   falling  shuffled  0.1 each\n",
                name.c_str());
    row("float, one after another", N - 1, (N - 1) * ROUNDING, in_a_row);
    row("float, tree", all_steps, all_steps * ROUNDING, in_float.sum);
    row("double, tree, rounded to float", all_steps, ROUNDING, {in_double.sum.begin(), in_double.sum.end()});
    std::printf("\n");
}

// The time of both ways to add, beside CUB's. |x| < 1 of either sign: roundings leave far less than 2e-9 N.
void measure(verify::Bench& bench) {
    int SMs = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&SMs, cudaDevAttrMultiProcessorCount, 0));
    common::DeviceArray<unsigned> done(std::vector<unsigned>{0});
    for (const long N : {1 << 20, 1 << 24, 1 << 28}) {
        const int segment = segment_of(N), G = ceil_div(N, segment), sets = bench.sets(4 * N);
        bench.problem("2^" + std::to_string(std::bit_width(unsigned(N)) - 1), verify::bytes_read(4.0 * N, "4 N", N));
        const float* x = bench.random(sets * N);                          // run i takes N of them
        float *sums = bench.output(MOST_BLOCKS), *sum = bench.output(3);  // of sum_wide, of tree_sums, of CUB
        const auto wide = [&](int i) { sum_wide<<<2 * SMs, WIDE>>>(x + i % sets * N, sums, done.data(), sum, N); };
        const auto tree = [&](int i) {
            tree_sums<<<G, BLOCK>>>(x + i % sets * N, sums, N, segment);
            tree_sums<<<1, BLOCK>>>(sums, sum + 1, G, G);
        };
        bench.compare("sum_wide", wide, "tree_sums, twice", tree, verify::agree(sum, sum + 1, 1, 2e-9 * N));
        bench.compare("sum_wide", wide, baseline::sum(x, N, sets, sum + 2), verify::agree(sum, sum + 2, 1, 2e-9 * N));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"block_sums", "sum", "sum_wide", "again"},
                        {verify::BENCH, {"--log2-n", "K", "24", "the errors of 2^K numbers, K from 18 to 24"}});
    int log2_n = int(gates.integer("--log2-n", 18, 24));
    if (common::switched_on("DAYBREAK_EXACT")) log2_n = 18;  // a checker looks at every access: that takes time

    check(gates, "one", mixed_signs(1));
    check(gates, "two", mixed_signs(2));
    check(gates, "hand", {1, 2, 4, 8, 16, 32, 64});  // 127; a wrong sum spells in binary which of them it lost
    check(gates, "255", mixed_signs(255));           // one part is 0
    check(gates, "256", mixed_signs(256));
    check(gates, "257", mixed_signs(257));          // one thread has two elements
    check(gates, "prime", mixed_signs(1009));       // two blocks, and a short segment
    check(gates, "ragged", mixed_signs(153611));    // 301 block sums: in stage 2 some threads have two, others one
    check(gates, "aligned", mixed_signs(1 << 17));  // whole segments, and a block sum for each thread of stage 2
    check(gates, "equal", Floats(1 << 17, 0.1f));   // the tree only doubles: its every addition is exact
    if (gates.failed())
        std::printf("\nnothing is measured: a gate failed\n\n");
    else
        rounding(gates, log2_n);
    return verify::finish(gates, measure);
}
