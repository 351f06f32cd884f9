// Day 4 - Reference and gate: a gate is only as good as its reference
//
// Needs:  002-vector-add, 003-errors
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day004-reference-and-gate/reference_and_gate.cu -o day004
//
//           want - tol        want        want + tol
//    -----------|---------------+---------------|----------->        NaN
//        bad          right           right          bad             not on the line: bad
//
// Count:  4 roundings between x and y, each by up to 2^-24 = 6e-8 of its result. The y of a right kernel need not be
//         the float nearest to the truth, and a gate that asks for equal bits would refuse it.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "verify/gate.h"  // the names, the rows and the exit code of the gates; today's rule stands below

constexpr int BLOCK = 256;  // threads of a block

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// ---- Reference --------------------------------------------------------------------------------

// A capital grew by the share x in two years. By which share y did it grow in each? (1 + y)^2 = 1 + x.
Doubles reference(const Floats& x) {
    Doubles y(x.size());
    // y[i] = sqrt(1 + x[i]) - 1
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = std::sqrt(1.0 + x[i]) - 1.0;
    return y;
}

// ---- Kernels ----------------------------------------------------------------------------------

// The same y by another formula: the reference's, times (sqrt(1 + x) + 1) / (sqrt(1 + x) + 1). Floats just above 1 are
// 1e-7 apart, so 1 + x loses most digits of a small x. The numerator still has them all.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void yearly_growth(const float* x, float* y, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;

    // y[i] = x[i] / (sqrt(1 + x[i]) + 1)
    y[i] = x[i] / (sqrtf(1.0f + x[i]) + 1.0f);
}

// The kernel's y, as doubles. Every float is also a double.
Doubles on_device(const Floats& x) {
    const int N = x.size();
    const std::size_t bytes = N * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_y, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    yearly_growth<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_x, d_y, N);
    CHECK_LAUNCH();
    Floats y(N);
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_x));
    CHECK_CUDA(cudaFree(d_y));
    return {y.begin(), y.end()};
}

// ---- Check ------------------------------------------------------------------------------------

// The four roundings of the kernel make at most 3.2 * 2^-24 = 1.9e-7 of y. The rule allows five times that.
constexpr double ALLOWED = 1e-6;

// How many elements are not right. `err > tol` would count those that are wrong, and miss NaN: every comparison with
// NaN is false.
int count_bad(const Doubles& got, const Doubles& want) {
    int bad = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double err = std::fabs(got[i] - want[i]);
        const double tol = ALLOWED * std::fabs(want[i]);
        if (!(err <= tol)) ++bad;
    }
    return bad;
}

void check(verify::Gates& gates, const char* name, const Doubles& got, const Doubles& want) {
    gates.exact(name, std::vector<int>{count_bad(got, want)}, {0}, {1});  // one number: how many are bad
}

// The x to which y is the answer. It asks the equation, and no reference.
Doubles back(const Doubles& y) {
    Doubles x(y.size());
    // x[i] = (1 + y[i])^2 - 1
    for (std::size_t i = 0; i < y.size(); ++i) x[i] = y[i] * (2.0 + y[i]);
    return x;
}

// ANCHOR: data
// Mixes 64 bits so well that neighbours have nothing in common afterwards: the last steps of the generator SplitMix64.
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// 64 bits that look random and depend on seed and i alone: they are the same on every machine, in any order.
std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t i) {
    constexpr std::uint64_t GOLDEN = 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio, and odd: the multiples all differ
    return mix(mix(seed + GOLDEN) + (i + 1) * GOLDEN);
}

// n numbers between -scale and scale: odd multiples of 2^-24, so that none is 0, times scale.
Floats fill(int n, std::uint64_t seed, float scale) {
    Floats values(n);
    for (int i = 0; i < n; ++i) {
        const int k = int(mixed_bits(seed, i) >> 40);  // 0 <= k < 2^24
        values[i] = float(2 * k + 1 - (1 << 24)) * 0x1p-24f * scale;
    }
    return values;
}
// ANCHOR_END: data

// What a gate of equal bits would refuse, and the largest error as a share of the right value (NaN where there is one).
void print_row(const char* name, const Doubles& got, const Doubles& want) {
    int other_bits = 0;
    double largest = 0.0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        other_bits += float(got[i]) != float(want[i]);  // not the float nearest to want
        const double share = std::fabs(got[i] - want[i]) / std::fabs(want[i]);
        if (share > largest || std::isnan(share)) largest = share;
    }
    std::printf("%-6s  %8zu  %10d  %13.1e\n", name, want.size(), other_bits, largest);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"reference", "y", "x_back"});

    // On paper: 2 * 2 = 4 is a growth by 300 % in two years, and by 100 % in each. 3 * 3 = 9, 1.5 * 1.5 = 2.25, ...
    const Floats hand = {3, 8, 1.25f, 0.5625f, -0.4375f, -0.75f};
    const Doubles paper = {1, 2, 0.5, 0.25, -0.25, -0.5};
    const struct {
        const char* name;
        Floats x;
    } cases[] = {{"hand", hand},
                 {"one", fill(1, 1, 1.0f)},
                 {"ragged", fill(1009, 2, 1.0f)},  // a prime: the last block is not full
                 {"small", fill(769, 3, 1e-4f)}};  // 1 + x would lose most of x in float

    gates.begin("hand");
    check(gates, "reference", reference(hand), paper);
    for (const auto& [name, x] : cases) {
        const Doubles y = on_device(x);
        gates.begin(name);
        check(gates, "y", y, reference(x));
        check(gates, "x_back", back(y), Doubles(x.begin(), x.end()));
    }

    std::printf("\ncase    elements  other bits  largest error\n");
    for (const auto& [name, x] : cases) print_row(name, on_device(x), reference(x));
    std::printf("\n");
    return gates.finish();
}
