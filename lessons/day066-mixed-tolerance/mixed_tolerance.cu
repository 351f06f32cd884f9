// Day 66 - Mixed tolerance: absolute for zero, relative for large, both for truth
//
// Needs:  004-reference-and-gate, 022-shuffles, 028-axis-reductions, 063-cancellation, 064-small-types
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day066-mixed-tolerance/mixed_tolerance.cu -o day066
//
//    allowed
//      |                     .'     mixed: a + r |want|
//      |                 .'
//      |             .'         .'  relative: r |want|, and nothing at zero
//      |         .'         .'
//      |     .'         .'
//    a |-.'---------.'-----------   absolute: a, whether |want| is 1e-6 or 1e6
//      |        .'
//      |    .'
//      |.'
//      +------------------------- |want|
//
// Count:  4 tensors x 4 rules = 16 verdicts. Three of the rules give a wrong one somewhere, the fourth nowhere.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/gate.h"

constexpr int WARP = 32;            // lanes of a warp; a warp takes a row
constexpr int BLOCK = 128;          // threads of a block
constexpr int ROWS = BLOCK / WARP;  // rows of a block
constexpr float WHITE = 255.0f;     // brightness goes from 0 to 255
constexpr int N = 200;              // examples that the loss is a mean over; a case holds B of them

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// ---- Reference --------------------------------------------------------------------------------

// small[b, c] = (P[b, c] - T[b, c]) / N
Doubles reference_small(const Floats& P, const Floats& T) {
    Doubles small(P.size());
    for (std::size_t i = 0; i < P.size(); ++i) small[i] = (double(P[i]) - double(T[i])) / N;
    return small;
}

// large[b] = sum over k of X[b, k]^2
Doubles reference_large(const Floats& X, int B, int K) {
    Doubles large(B, 0.0);
    for (int b = 0; b < B; ++b)
        for (int k = 0; k < K; ++k) large[b] += double(X[b * K + k]) * double(X[b * K + k]);
    return large;
}

// zero[b, k] = (X[b, k] - (sum over j of X[b, j]) / K) / WHITE
Doubles reference_zero(const Floats& X, int B, int K) {
    Doubles zero(B * K);
    for (int b = 0; b < B; ++b) {
        double sum = 0.0;
        for (int k = 0; k < K; ++k) sum += X[b * K + k];
        for (int k = 0; k < K; ++k) zero[b * K + k] = (X[b * K + k] - sum / K) / WHITE;
    }
    return zero;
}

// rounded[i] = the fp16 number nearest to v[i]; of two equally near, the one with the even code. Nothing is computed:
// all fp16 numbers from 0 to 65504 are written down in the order of their codes, which is the order of their values.
Floats reference_rounded(const Floats& v) {
    Doubles halves;  // [code]
    for (int code = 0; code <= 0x7bff; ++code) {
        const int exponent = code >> 10, fraction = code & 1023;
        halves.push_back(exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
    }
    Floats rounded(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double size = std::fabs(v[i]);
        // size lies from halves[up - 1] to halves[up]
        const std::size_t up = std::lower_bound(halves.begin() + 1, halves.end() - 1, size) - halves.begin();
        const double to_up = halves[up] - size, to_down = size - halves[up - 1];
        const bool upwards = to_up < to_down || (to_up == to_down && up % 2 == 0);
        rounded[i] = std::copysign(float(halves[upwards ? up : up - 1]), v[i]);
    }
    return rounded;
}

// ---- Kernels ----------------------------------------------------------------------------------

// The fp16 number nearest to v, as a float. fp16 has eleven significant bits: near v its numbers are 2^-10 of v's
// leading bit apart, but nowhere closer than 2^-24. Of two equally near, rintf takes the even one. For abs(v) < 65520.
__device__ float round_to_half(float v) {
    const float spacing = ldexpf(1.0f, max(ilogbf(v), -14) - 10);
    return rintf(v / spacing) * spacing;  // by a power of two: division and product are exact
}

// The gradient of half the squared error, as a mean over N examples: small because N is large.
// Launch: grid [ceil(size / BLOCK)], block [BLOCK]. Any size >= 1.
__global__ void mean_gradient(const float* P, const float* T, float* small, int size) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= size) return;
    small[i] = (P[i] - T[i]) / N;
}

// A tensor as it comes back from a store in fp16.
// Launch: grid [ceil(size / BLOCK)], block [BLOCK]. Any size >= 1.
__global__ void store_as_half(const float* v, float* rounded, int size) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= size) return;
    rounded[i] = round_to_half(v[i]);
}

// The sum over the lanes of a warp, in every lane. All 32 must call it.
__device__ float warp_sum(float value) {
    // value[lane] += value[lane ^ offset]: after offsets 16, 8, 4, 2, 1 each lane holds the sum of all 32
    for (int offset = WARP / 2; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

// A sum of squares: large, and no two terms cancel. A warp takes a row, and each lane every 32nd pixel of it.
// Launch: grid [ceil(B / ROWS)], block [BLOCK]. Any B, K >= 1 whose product fits an int.
__global__ void row_energy(const float* X, float* large, int B, int K) {
    const int b = blockIdx.x * ROWS + threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (b >= B) return;  // the whole warp or none of it

    // large[b] = sum over k of X[b, k]^2
    float sum = 0.0f;
    for (int k = lane; k < K; k += WARP) {
        const float pixel = X[b * K + k];
        sum += pixel * pixel;
    }
    sum = warp_sum(sum);
    if (lane == 0) large[b] = sum;
}

// The same loop, then a difference: where a pixel equals the mean of its row, the truth is zero, and what remains is
// the rounding error of the mean. Launch and sizes as row_energy.
__global__ void row_centre(const float* X, float* zero, int B, int K) {
    const int b = blockIdx.x * ROWS + threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (b >= B) return;

    // mean = (sum over k of X[b, k]) / K
    float sum = 0.0f;
    for (int k = lane; k < K; k += WARP) sum += X[b * K + k];
    const float mean = warp_sum(sum) / K;

    // zero[b, k] = (X[b, k] - mean) / WHITE
    for (int k = lane; k < K; k += WARP) zero[b * K + k] = (X[b * K + k] - mean) / WHITE;
}

// ---- Check ------------------------------------------------------------------------------------

// A common first choice is a = 2e-5, r = 2e-4. It and its two halves are here to give wrong verdicts.
verify::Tolerance relative_alone(const Doubles&) { return {.abs = 0.0, .rel = 2e-4}; }
verify::Tolerance absolute_alone(const Doubles&) { return {.abs = 2e-5, .rel = 0.0}; }
verify::Tolerance first_gate(const Doubles&) { return {.abs = 2e-5, .rel = 2e-4}; }

// The rule of the gates. A result is at most 12 roundings away from its inputs, each 6e-8 of the largest term: 7e-7.
// r is almost thirty times that. a is three times that, of the largest result, since in `zero` the terms are two or
// three times as large as what is left of them. It sees 2e-5 + 2e-6 = 2.2e-5; a rounding to fp16 is up to 4.9e-4.
verify::Tolerance scaled(const Doubles& want) { return {.abs = 2e-6 * verify::max_abs(want), .rel = 2e-5}; }

// The largest share of its allowance that an element uses; up to 1 it passes. NaN where there is a NaN.
double used(const Floats& got, const Doubles& want, verify::Tolerance rule) {
    double most = 0.0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        // abs(got[i] - want[i]) <= a + r * abs(want[i])
        const double error = std::fabs(got[i] - want[i]), allowed = rule.abs + rule.rel * std::fabs(want[i]);
        const double share = error == 0.0 ? 0.0 : error / allowed;
        if (std::isnan(share)) return share;
        most = std::max(most, share);
    }
    return most;
}

struct Case {
    const char* name;
    int B, K, C;  // examples, pixels of each, outputs of each
    Floats X;     // [B, K] brightness; not whole numbers, as in a picture that was resized
    Floats P, T;  // [B, C] outputs, and what they should be
};

// On paper: large = 34960.14 and 8.67. zero = -49.9/255, 0.2/255, 49.7/255, and three times 0 for the blank row; but in
// float the mean of 1.7, 1.7, 1.7 is not 1.7. small = 0.005, -0.0025, and two numbers halfway between two fp16 numbers:
// 2^-8 (1 + 2^-11), whose even neighbour is 2^-8, and -2^-8 (1 + 3 * 2^-11), whose even neighbour is -2^-8 (1 + 2^-9).
Case by_hand() {
    const Floats P = {1, 0.5f, N * 0x1.002p-8f, 0}, T = {0, 1, 0, N * 0x1.006p-8f};
    return {"hand", 2, 3, 2, {50.1f, 100.2f, 149.7f, 1.7f, 1.7f, 1.7f}, P, T};
}

// Brightness from 32 to 224, outputs from -1 to 1. Row 1 is a blank wall, row 2 a picture taken in the dark.
Case filled(const char* name, int B, int K, int C) {
    Case c{name, B, K, C, common::fill(B * K, 1, 96.0f), common::fill(B * C, 2), common::fill(B * C, 3)};
    for (int i = 0; i < B * K; ++i) {
        c.X[i] += 128.0f;
        if (i / K == 1) c.X[i] = 195.3f;
        if (i / K == 2) c.X[i] *= 5e-4f;
    }
    return c;
}

// A tensor, and the verdict that the rules ought to give.
struct Judged {
    const char* name;
    bool ought_to_pass;
    Floats got;
    Doubles want;
};

int blocks(int n, int each) { return (n + each - 1) / each; }

// Computes the four tensors of a case and checks them.
std::vector<Judged> run(verify::Gates& gates, const Case& c) {
    const int B = c.B, K = c.K, C = c.C;
    const common::DeviceArray<float> d_X(c.X), d_P(c.P), d_T(c.T);
    common::DeviceArray<float> d_small(B * C), d_large(B), d_zero(B * K), d_rounded(B * C);
    mean_gradient<<<blocks(B * C, BLOCK), BLOCK>>>(d_P.data(), d_T.data(), d_small.data(), B * C);
    CHECK_LAUNCH();
    row_energy<<<blocks(B, ROWS), BLOCK>>>(d_X.data(), d_large.data(), B, K);
    CHECK_LAUNCH();
    row_centre<<<blocks(B, ROWS), BLOCK>>>(d_X.data(), d_zero.data(), B, K);
    CHECK_LAUNCH();
    store_as_half<<<blocks(B * C, BLOCK), BLOCK>>>(d_small.data(), d_rounded.data(), B * C);
    CHECK_LAUNCH();
    const Floats small = d_small.to_host(), large = d_large.to_host(), zero = d_zero.to_host(),
                 rounded = d_rounded.to_host();

    const Doubles want_small = reference_small(c.P, c.T), want_large = reference_large(c.X, B, K),
                  want_zero = reference_zero(c.X, B, K);
    gates.begin(c.name);
    gates.check("small", small, want_small, {B, C}, scaled(want_small));
    gates.check("large", large, want_large, {B}, scaled(want_large));
    gates.check("zero", zero, want_zero, {B, K}, scaled(want_zero));

    // ANCHOR: trial
    // Rounding is defined to the last bit, so no tolerance. Then the rule itself is on trial: given the rounded tensor
    // instead of the exact one, it must refuse it. 1 = refused.
    gates.exact("rounded", rounded, reference_rounded(small), {B, C});
    const int refused = !(used(rounded, want_small, scaled(want_small)) <= 1.0);
    gates.exact("rounded", std::vector<int>{refused}, {1}, {1});
    // ANCHOR_END: trial

    return {{"small", true, small, want_small},
            {"large", true, large, want_large},
            {"zero", true, zero, want_zero},
            {"rounded", false, rounded, want_small}};
}

// ---- Measure ----------------------------------------------------------------------------------

// Every tensor under every rule: the share that it uses of what is allowed, and the verdict.
void print_verdicts(const std::vector<Judged>& tensors) {
    const struct {
        const char* name;
        verify::Tolerance (*tolerance)(const Doubles&);
    } rules[] = {{"relative alone", relative_alone},
                 {"absolute alone", absolute_alone},
                 {"first gate", first_gate},
                 {"scaled", scaled}};
    std::printf("\n%-7s  %5s", "tensor", "ought");
    for (const auto& rule : rules) std::printf("  %16s", rule.name);
    for (const auto& [name, ought_to_pass, got, want] : tensors) {
        std::printf("\n%-7s  %5s", name, ought_to_pass ? "pass" : "FAIL");
        for (const auto& rule : rules) {
            const double share = used(got, want, rule.tolerance(want));
            const bool passes = share <= 1.0;
            std::printf(share < 1e4 ? "  %9.1f%%" : "  %9.1e%%", 100.0 * share);
            std::printf(" %c%s", passes == ought_to_pass ? ' ' : '*', passes ? "pass" : "FAIL");
        }
    }
    std::printf("\n* not the verdict that the tensor ought to get\n\n");
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"small", "large", "zero", "rounded"});
    run(gates, by_hand());
    run(gates, filled("one", 1, 37, 5));                        // one example
    print_verdicts(run(gates, filled("ragged", 11, 137, 61)));  // primes; several blocks in every grid
    return gates.finish();
}
