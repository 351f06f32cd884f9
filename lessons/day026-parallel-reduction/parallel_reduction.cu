// Day 26 - Parallel reduction: a tree adds n numbers in log2 n steps
//
// Needs:  005-grid-stride, 008-device-memory, 013-shared-memory, 024-atomics
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day026-parallel-reduction/parallel_reduction.cu -o day026
//
//    x [N]    |---- slice 0 ----|---- slice 1 ----|  ...  |- the rest -|
//                     |                 |                        |         stage 1: a block adds a slice
//    block_sums [G]   0                 1           ...        G - 1
//                     +-----------------+-----------...----------+         stage 2: one block adds the sums
//    sum [1]                            0
//
//    Inside a block, drawn for 8 threads:    s    0    1    2    3    4    5    6    7
//                                  step 4        0+4  1+5  2+6  3+7
//                                  step 2        0+2  1+3
//                                  step 1        0+1
//
// Count:  n - 1 additions in any case. One after another they take n - 1 steps; in a tree, where those of one level
//         happen at once, log2 n: 16777215 or 24 at n = 2^24.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/gate.h"

// ANCHOR: sizes
constexpr int BLOCK = 256;  // threads of a block
static_assert((BLOCK & (BLOCK - 1)) == 0, "the tree halves BLOCK down to 1: an odd number of parts would lose one");
constexpr int LEVELS = std::bit_width(unsigned(BLOCK)) - 1;  // log2 BLOCK: the steps of one tree
constexpr int MOST_BLOCKS = 1024;                            // from here on the slices grow, and not the grid
// ANCHOR_END: sizes

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Array = common::DeviceArray<float>;

// Part is the type of the partial sums: float, or double to see what float costs.
template <class Part>
struct Sums {
    std::vector<Part> block_sums, sum;  // [G], [1]
};

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// How many elements a block adds: at least two a thread, so that no thread is there for the tree alone.
int slice_of(int N) { return BLOCK * std::max(2, ceil_div(N, BLOCK * MOST_BLOCKS)); }

// ---- Reference --------------------------------------------------------------------------------

// One loop in double, and it is exact: every x of this lesson is a multiple of 2^-27 and no sum reaches 2^26, so each
// partial sum fits the 53 bits of a double and nothing is rounded.
Sums<double> reference(const Floats& x, int slice) {
    Sums<double> r{Doubles(ceil_div(x.size(), slice)), Doubles(1)};
    for (std::size_t n = 0; n < x.size(); ++n) {
        r.block_sums[n / slice] += x[n];
        r.sum[0] += x[n];
    }
    return r;
}

// ---- Kernels ----------------------------------------------------------------------------------

// One block a slice: thread t walks elements t, t + BLOCK, ... and a tree in shared memory joins the BLOCK parts. Parts
// and sums have the type of the output.
// Launch: grid [ceil(N / slice)], block [BLOCK]. Any N, slice from 1 to 2^30.
template <class Element, class Part>
__global__ void tree_sums(const Element* x, Part* sums, int N, int slice) {
    __shared__ Part s[BLOCK];  // [thread]
    const int thread = threadIdx.x;
    const int first = blockIdx.x * slice, end = min(first + slice, N);  // the last slice may be short

    // sums[block] = sum over n of x[n], first <= n < end
    Part part = 0;  // a thread without an element changes no sum
    for (int n = first + thread; n < end; n += BLOCK) part += x[n];
    s[thread] = part;
    __syncthreads();  // or a thread adds a part that is not stored yet
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (thread < step) s[thread] += s[thread + step];
        __syncthreads();  // or the next step reads a sum that is still being added
    }
    if (thread == 0) sums[blockIdx.x] = s[0];
}

// Two launches, because no barrier reaches across blocks: the second starts when every block of the first has ended.
template <class Part>
Sums<Part> two_stages(const Array& x) {
    const int N = x.size(), slice = slice_of(N), G = ceil_div(N, slice);
    common::DeviceArray<Part> block_sums(G), sum(1);  // poisoned: what no block writes is NaN
    tree_sums<<<G, BLOCK>>>(x.data(), block_sums.data(), N, slice);
    CHECK_LAUNCH();
    tree_sums<<<1, BLOCK>>>(block_sums.data(), sum.data(), G, G);  // the same kernel: all G sums are one slice
    CHECK_LAUNCH();
    return {block_sums.to_host(), sum.to_host()};
}

// ---- Check ------------------------------------------------------------------------------------

constexpr double ROUNDING = 0x1p-24;  // a float addition is off by at most this part of its result

// The additions between an element and the sum of n: those of the walk, then one a level. The first of the walk adds to
// 0 and rounds nothing.
int steps(int n) { return ceil_div(n, BLOCK) - 1 + LEVELS; }

// What is added in one step has no element twice, so its results together are at most sum |x|, and each is rounded by
// at most 2^-24 of itself. Whatever the data, to first order,
//     |got - want| <= steps * 2^-24 * sum over n of |x[n]|.
// A tree uses some per cent of it. `magnitudes`: the sums of the |x[n]|.
verify::Tolerance tolerance(int steps, const Doubles& magnitudes) {
    return {.abs = steps * ROUNDING * verify::max_abs(magnitudes)};
}

// Between -0.5 and 1.5: both signs, and yet a sum near sum |x|. If it cancelled to little, the gate would see little.
Floats mixed_signs(int N) {
    Floats x = common::fill(N, N);
    for (float& value : x) value += 0.5f;
    return x;
}

void check(verify::Gates& gates, const char* name, const Floats& x) {
    const int N = x.size(), slice = slice_of(N), G = ceil_div(N, slice);
    const Sums<float> got = two_stages<float>(Array(x));
    const Sums<double> want = reference(x, slice);
    Floats sizes = x;
    for (float& value : sizes) value = std::fabs(value);
    const Sums<double> magnitudes = reference(sizes, slice);
    gates.begin(name);
    gates.check("block_sums", got.block_sums, want.block_sums, {G}, tolerance(steps(slice), magnitudes.block_sums));
    gates.check("sum", got.sum, want.sum, {1}, tolerance(steps(slice) + steps(G), magnitudes.sum));
}

// ---- Measure ----------------------------------------------------------------------------------

// The numbers 1 to 2^24, divided by 2^24, in three orders; and 0.1 over and over. All are positive: where signs cancel,
// a relative error says more about the data than about the way they were added.
constexpr int LARGE = 1 << 24;
float rising(unsigned n) { return (n + 1) * 0x1p-24f; }
float falling(unsigned n) { return rising(LARGE - 1 - n); }
float shuffled(unsigned n) {  // each line can be undone, so every number comes once
    n = n * 0x9e3779b1u % LARGE;
    n ^= n >> 12;
    return rising(n * 0x85ebca6bu % LARGE);
}
float equal(unsigned) { return 0.1f; }

float one_after_another(const Floats& x) {
    float sum = 0.0f;
    for (const float value : x) sum += value;
    return sum;
}

// Gates both stages on 2^24 numbers, in float and in double, and prints how far off each way of adding them is. A
// checker, which looks at every access, has seen every line of the kernel after fewer.
void measure(verify::Gates& gates) {
    const int N = common::switched_on("DAYBREAK_EXACT") ? 1 << 18 : LARGE;
    const int slice = slice_of(N), G = ceil_div(N, slice), all_steps = steps(slice) + steps(G);
    Sums<float> in_float;
    Sums<double> in_double, want;  // [order, G], [order]
    Floats in_a_row;               // [order]
    const auto append = [](auto& all, const auto& one) {
        all.block_sums.insert(all.block_sums.end(), one.block_sums.begin(), one.block_sums.end());
        all.sum.push_back(one.sum[0]);
    };
    for (float (*order)(unsigned) : {rising, falling, shuffled, equal}) {
        Floats x(N);
        for (int n = 0; n < N; ++n) x[n] = order(n);
        const Array d_x(x);
        append(in_float, two_stages<float>(d_x));
        append(in_double, two_stages<double>(d_x));
        append(want, reference(x, slice));
        in_a_row.push_back(one_after_another(x));
    }

    gates.begin(N == LARGE ? "2^24" : "2^18");
    gates.check("block_sums", in_float.block_sums, want.block_sums, {4, G}, {.rel = steps(slice) * ROUNDING});
    gates.check("sum", in_float.sum, want.sum, {4}, {.rel = all_steps * ROUNDING});
    gates.begin("in double");  // exact, like the reference: whatever the order, no bit differs
    gates.exact("block_sums", in_double.block_sums, want.block_sums, {4, G});
    gates.exact("sum", in_double.sum, want.sum, {4});
    if (N < LARGE) return;

    const auto row = [&](const char* way, int steps, double bound, const Floats& sums) {
        std::printf("%-34s %8d  %7.1e", way, steps, bound);
        for (int order = 0; order < 4; ++order) std::printf("  %+8.1e", sums[order] / want.sum[order] - 1.0);
        std::printf("\n");
    };
    std::printf("\nrelative error of a sum of 2^24       steps    bound    rising   falling  shuffled  0.1 each\n");
    row("float, one after another", LARGE - 1, (LARGE - 1) * ROUNDING, in_a_row);
    row("float, tree", all_steps, all_steps * ROUNDING, in_float.sum);
    row("double, tree, rounded to float", all_steps, ROUNDING, {in_double.sum.begin(), in_double.sum.end()});
    std::printf("\n");
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"block_sums", "sum"});

    check(gates, "one", mixed_signs(1));
    check(gates, "two", mixed_signs(2));
    check(gates, "hand", {1, 2, 4, 8, 16, 32, 64});  // 127; a wrong sum spells in binary which of them it lost
    check(gates, "255", mixed_signs(255));           // one part is 0
    check(gates, "256", mixed_signs(256));
    check(gates, "257", mixed_signs(257));          // one thread walks two
    check(gates, "prime", mixed_signs(1009));       // two blocks, and a short slice
    check(gates, "ragged", mixed_signs(153611));    // 301 block sums: stage 2 walks, and its second round is short
    check(gates, "aligned", mixed_signs(1 << 17));  // whole slices, a block sum for each thread of stage 2
    check(gates, "equal", Floats(1 << 17, 0.1f));   // the tree only doubles: its every addition is exact
    if (gates.failed())
        std::printf("\nnothing is measured: a gate failed\n\n");
    else
        measure(gates);
    return gates.finish();
}
