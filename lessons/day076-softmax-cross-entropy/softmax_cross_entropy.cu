// Day 76 - Softmax cross-entropy: loss and gradient from the same probabilities
//
// Needs:  026-parallel-reduction, 054-softmax, 066-mixed-tolerance, 067-derived-tolerance, 068-gradient-check
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day076-softmax-cross-entropy/softmax_cross_entropy.cu -o day076
//
//    h: one row of H [B, C]                                         one block a row, two trees
//    |
//    +--> m = max of h --> sum of exp(h - m) --+--> loss = log(sum) - (h[label] - m)
//                                              |
//                                              +--> P = exp(h - m) / sum --> dH = (P - onehot) / B
//
// Count:  3 B C reads of H and 2 B C exponentials for both. Loss and gradient apart: 5 B C and 3 B C.

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/pytorch.h"
#include "verify/bench.h"
#include "verify/gate.h"
#include "verify/gradient_check.h"

constexpr int BLOCK = 128;  // threads of a block: a power of two, as the trees below halve it

using Array = common::DeviceArray<float>;
using Floats = std::vector<float>;
using Doubles = std::vector<double>;

Doubles wide(const Floats& values) { return {values.begin(), values.end()}; }
Floats narrow(const Doubles& values) { return {values.begin(), values.end()}; }
double mean(const Doubles& values) { return std::accumulate(values.begin(), values.end(), 0.0) / values.size(); }

// Row-major, the last index contiguous. Every H is a number that float holds.
struct Problem {
    int B, C;                 // rows in the batch, classes
    Doubles H;                // [B, C]
    std::vector<int> labels;  // [B]
};

// ---- Reference --------------------------------------------------------------------------------

struct Reference {
    // Probabilities [B, C], the loss of each row [B], the gradient of the mean loss with respect to H [B, C].
    Doubles P, loss, dH;
};

// No maximum and no shift: each class is compared with every other. A difference that is too large for exp gives
// P = 1 / inf = 0, which is right. It costs C^2 exponentials a row, and shares nothing with the kernel.
Reference reference(const Problem& p) {
    const auto& [B, C, H, labels] = p;
    Reference r{Doubles(B * C), Doubles(B), Doubles(B * C)};
    for (int row = 0; row < B; ++row)
        for (int c = 0; c < C; ++c) {
            // P[row, c] = 1 / sum over k of exp(H[row, k] - H[row, c]),  loss[row] = -log P[row, label]
            double inverse = 0.0;
            for (int k = 0; k < C; ++k) inverse += std::exp(H[row * C + k] - H[row * C + c]);
            r.P[row * C + c] = 1.0 / inverse;
            r.dH[row * C + c] = (1.0 / inverse - (c == labels[row])) / B;
            if (c == labels[row]) r.loss[row] = std::log(inverse);
        }
    return r;
}

// ---- Kernels ----------------------------------------------------------------------------------

// One block a row: thread t takes classes t, t + BLOCK, ... and a tree in shared memory joins the BLOCK parts.
// P is stored for its gate only; training passes nullptr.
// Launch: grid [B], block [BLOCK]. Any B, C >= 1, finite H; the host has seen to it that every label is a class.
__global__ void softmax_cross_entropy(const float* H, const int* labels, float* P, float* loss, float* dH, int B,
                                      int C) {
    __shared__ float s_part[BLOCK];  // [thread]
    const int row = blockIdx.x, thread = threadIdx.x;

    // m = max over c of H[row, c]
    float part = -INFINITY;  // a thread without a class changes no maximum
    for (int c = thread; c < C; c += BLOCK) part = fmaxf(part, H[row * C + c]);
    s_part[thread] = part;
    __syncthreads();  // or a thread joins a part that is not stored yet
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (thread < step) s_part[thread] = fmaxf(s_part[thread], s_part[thread + step]);
        __syncthreads();  // or the next step reads a maximum that is still being joined
    }
    const float m = s_part[0];
    __syncthreads();  // or thread 0 stores its part of the sum over an m that others have yet to read

    // sum = sum over c of exp(H[row, c] - m)
    part = 0.0f;
    for (int c = thread; c < C; c += BLOCK) part += expf(H[row * C + c] - m);
    s_part[thread] = part;
    __syncthreads();  // or a thread adds a part that is not stored yet
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (thread < step) s_part[thread] += s_part[thread + step];
        __syncthreads();  // or the next step reads a sum that is still being added
    }
    const float sum = s_part[0];  // no thread writes s_part again, so no barrier follows

    // loss[row] = log(sum) - (H[row, label] - m),  dH[row, c] = (exp(H[row, c] - m) / sum - [c == label]) / B
    if (thread == 0) loss[row] = logf(sum) - (H[row * C + labels[row]] - m);
    for (int c = thread; c < C; c += BLOCK) {
        const float probability = expf(H[row * C + c] - m) / sum;
        if (P != nullptr) P[row * C + c] = probability;
        dH[row * C + c] = (probability - (c == labels[row] ? 1.0f : 0.0f)) / B;
    }
}

// Some scores' maximum m, and the sum of exp(h - m) over them.
struct Pair {
    float m, sum;
};

// Joins the pairs of `lanes` neighbouring lanes: the sum of the smaller maximum is rescaled to the larger one.
__device__ Pair join(Pair pair, int lanes) {
    for (int step = lanes / 2; step > 0; step /= 2) {
        const Pair other = {__shfl_xor_sync(~0u, pair.m, step), __shfl_xor_sync(~0u, pair.sum, step)};
        const float m = fmaxf(pair.m, other.m);
        // __fadd_rn is never fused with a product, so both lanes get the same bits.
        pair = {m, __fadd_rn(pair.sum * __expf(pair.m - m), other.sum * __expf(other.m - m))};
    }
    return pair;
}

// Loss and dH with the row in registers: one read of H, one exponential a class, and one barrier, since maximum and sum
// are joined as a pair. All float4 start on 16 bytes; a row may not, and then its first and last float4 are not whole.
// Launch: grid [B], block [THREADS]. Any B >= 1, C up to 4 THREADS FOURS, or 3 less where C is no multiple of 4.
template <int THREADS, int FOURS>
__global__ void __launch_bounds__(THREADS)
    cross_entropy_fused(const float* H, const int* labels, float* loss, float* dH, int B, int C) {
    __shared__ Pair s_pair[THREADS / 32];  // [warp]
    const int row = blockIdx.x, thread = threadIdx.x, label = labels[row], before = row * C % 4;
    const float *h = H + row * C, h_label = h[label];

    constexpr float ABSENT = -INFINITY;  // the score of a class past an end of the row
    const auto first = [=](int i) { return 4 * (i * THREADS + thread) - before; };  // the class of r[i][0]
    const auto whole = [=](int i) { return first(i) >= 0 && first(i) + 4 <= C; };
    const auto ends_within = [=](int i, int j) { return !whole(i) && first(i) + j >= 0 && first(i) + j < C; };

    alignas(16) float r[FOURS][4];   // [float4 of the thread, score in it]
    for (int i = 0; i < FOURS; ++i)  // all of these are on their way before the first is used
        *reinterpret_cast<float4*>(r[i]) = whole(i) ? __ldcs(reinterpret_cast<const float4*>(h + first(i)))
                                                    : make_float4(ABSENT, ABSENT, ABSENT, ABSENT);
    for (int i = 0; i < FOURS && C % 4 != 0; ++i)
        for (int j = 0; j < 4; ++j)
            if (ends_within(i, j)) r[i][j] = h[first(i) + j];

    // pair = (m, sum over c of exp(H[row, c] - m)): of the thread, then of its warp, then of the row
    Pair pair = {-FLT_MAX, 0.0f};  // not -INFINITY: -INFINITY - -INFINITY is NaN
    for (auto& four : r)
        for (const float score : four) pair.m = fmaxf(pair.m, score);
    const float m = pair.m;
    for (auto& four : r)
        for (float& score : four) pair.sum += score = __expf(score - m);
    pair = join(pair, 32);
    if (thread % 32 == 0) s_pair[thread / 32] = pair;
    __syncthreads();  // or a warp joins a pair that is not stored yet
    pair = join(s_pair[thread % (THREADS / 32)], THREADS / 32);

    // loss[row] = log(sum) - (H[row, label] - m),  dH[row, c] = (exp(H[row, c] - m) / sum - [c == label]) / B
    if (thread == 0) loss[row] = logf(pair.sum) - (h_label - pair.m);
    const float one = 1.0f / B, scale = __expf(m - pair.m) / pair.sum / B;
    for (int i = 0; i < FOURS; ++i) {
        for (int j = 0; j < 4; ++j) r[i][j] = r[i][j] * scale - (first(i) + j == label ? one : 0.0f);
        if (whole(i)) __stcs(reinterpret_cast<float4*>(dH + row * C + first(i)), *reinterpret_cast<float4*>(r[i]));
        for (int j = 0; j < 4 && C % 4 != 0; ++j)
            if (ends_within(i, j)) dH[row * C + first(i) + j] = r[i][j];
    }
}

// The smallest instance that holds a row; a row too wide for the registers is left to the plain kernel.
void fused(const float* H, const int* labels, float* loss, float* dH, int B, int C) {
    const int before = C % 4 == 0 ? 0 : 3;  // at most so many floats of the row before share a float4 with this one
    if (before + C <= 4 * 128 * 2)
        cross_entropy_fused<128, 2><<<B, 128>>>(H, labels, loss, dH, B, C);
    else if (before + C <= 4 * 128 * 8)
        cross_entropy_fused<128, 8><<<B, 128>>>(H, labels, loss, dH, B, C);
    else if (before + C <= 4 * 1024 * 8)
        cross_entropy_fused<1024, 8><<<B, 1024>>>(H, labels, loss, dH, B, C);
    else
        softmax_cross_entropy<<<B, BLOCK>>>(H, labels, nullptr, loss, dH, B, C);
    CHECK_LAUNCH();
}

// The batch's loss is the mean of its rows' losses, and that is where the 1 / B of dH comes from.
// Launch: grid [1], block [BLOCK]. Any B >= 1.
__global__ void mean_loss(const float* loss, float* mean, int B) {
    __shared__ float s_part[BLOCK];  // [thread]
    const int thread = threadIdx.x;

    // mean = sum over row of loss[row] / B
    float part = 0.0f;
    for (int row = thread; row < B; row += BLOCK) part += loss[row];
    s_part[thread] = part;
    __syncthreads();  // or a thread adds a part that is not stored yet
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        if (thread < step) s_part[thread] += s_part[thread + step];
        __syncthreads();  // or the next step reads a sum that is still being added
    }
    if (thread == 0) *mean = s_part[0] / B;
}

struct Outputs {
    Array P, loss, mean, dH, loss_fused, dH_fused;  // [B, C] [B] [1] [B, C] [B] [B, C]
};

// The kernel trusts its labels. A label that is no class makes it read another row of H, mostly inside the array, where
// no checker objects. So the host looks at the labels before the launch. Throws std::invalid_argument.
void require_classes(const std::vector<int>& labels, int C) {
    for (std::size_t row = 0; row < labels.size(); ++row)
        if (labels[row] < 0 || labels[row] >= C)
            throw std::invalid_argument("row " + std::to_string(row) + ": label " + std::to_string(labels[row]) +
                                        " is no class: needed 0 to " + std::to_string(C - 1));
}

// All launches, or none.
void loss_and_gradient(const Problem& p, Outputs& out) {
    const auto& [B, C, H, labels] = p;
    require_classes(labels, C);
    const Array d_H(narrow(H));
    const common::DeviceArray<int> d_labels(labels);  // like d_H, it waits for the device before it ends
    softmax_cross_entropy<<<B, BLOCK>>>(d_H.data(), d_labels.data(), out.P.data(), out.loss.data(), out.dH.data(), B,
                                        C);
    CHECK_LAUNCH();
    mean_loss<<<1, BLOCK>>>(out.loss.data(), out.mean.data(), B);
    CHECK_LAUNCH();
    fused(d_H.data(), d_labels.data(), out.loss_fused.data(), out.dH_fused.data(), B, C);
}

// ---- Check ------------------------------------------------------------------------------------

// One float operation errs by at most u = 2^-24 = 6e-8 of its result. P divides an exponential, off by 6u (H - m, which
// is below 4, by 2u; expf by 4u), by a sum of such (6u, and 39 additions where C = 4097): 52u = 3.1e-6 at worst, and
// 5e-6 is more. The absolute part is for the losses and dH that cancel, and for a P that is too small for float. The
// fused kernel's __expf is off by (2 + 1.2 x) 2u of exp(-x), says CUDA's guide: at most 4u of the row's largest
// exponential, whatever x. So P is off by 4u for its own, 4u for its thread's factor, and P times what the sum is off
// by: 14u where x < 4, 6u for each join that rescales, 1u for each addition. With 10 classes P reaches 0.5, and its sum
// takes 2 such joins and 3 additions: 23u = 1.4e-6. The absolute part alone allows B dH, whose largest is near 1, 2e-6.
verify::Tolerance tolerance(const Doubles& want) { return {.abs = 2e-6 * verify::max_abs(want), .rel = 5e-6}; }

// Each row of dH sums to 0, but for roundings. In units of u, B times the row's sum is off by at most
//     n   for sum: so many additions lie between an exponential and the end of the tree
//     1   for P = exponential / sum, since the P of a row are 1 together
//     1   for P - 1 at the label, which is at most 1
//     2   for the division by B, since the |B dH| of a row are at most 2 together
// expf is not in the list: the numerators of P and sum hold the same exponentials, so the errors of expf cancel.
double row_zero_bound(int B, int C) {
    const double n = std::ceil(double(C) / BLOCK) - 1 + std::log2(BLOCK);
    return (n + 4) * 0x1p-24 / B;
}

// sums[row] = sum over c of dH[row, c], in double: the roundings are to be those of dH, not of this sum.
Doubles row_sums(const Floats& dH, int B, int C) {
    Doubles sums(B);
    for (int row = 0; row < B; ++row)
        for (int c = 0; c < C; ++c) sums[row] += dH[row * C + c];
    return sums;
}

// P = [1 2 5; 3 1 4] / 8, loss = [log 4, log 2], mean = 1.5 log 2, dH = [1 -6 5; 3 1 -4] / 16.
Problem by_hand() {
    const auto log = [](double x) { return double(float(std::log(x))); };
    return {2, 3, {0, log(2), log(5), log(3), 0, log(4)}, {1, 2}};
}

Problem random(int B, int C) { return {B, C, wide(common::fill(B * C, 1, 2.0f)), common::fill_labels(B, C, 2)}; }

// The multiple of `unit` that is nearest to h.
double rounded(double h, double unit) { return std::round(h / unit) * unit; }

// Rows near 1e4: one at +10240, one at -10240, one at both by turns; the last row stays as it is. Floats near 10240 are
// 2^-10 apart, so each H is a multiple of 2^-10: it is a float, and H - m is exact wherever exp makes more than 0 of
// it. Any other H would be off by up to 5e-4 before the kernel has begun, and P by as much of itself.
Problem large() {
    Problem p = random(4, 65);
    for (int c = 0; c < p.C; ++c) {
        const double offset[] = {10240.0, -10240.0, c % 2 == 0 ? 10240.0 : -10240.0};
        for (int row = 0; row < 3; ++row) p.H[row * p.C + c] = offset[row] + rounded(p.H[row * p.C + c], 0x1p-10);
    }
    p.labels[2] = 64;  // even, so its H is near +10240, and the loss of this row is as small as any other
    return p;
}

// Class 7 is 200 above all others, and exp(-200) = 1e-87 is 0 in float. Row 0 has label 7 and no loss; rows 1 and 2
// have a label of probability 0, and a loss of 200. Floats near 200 are 2^-16 apart.
Problem one_sided() {
    Problem p = random(3, 65);
    for (int n = 0; n < p.B * p.C; ++n)
        if (n % p.C != 7) p.H[n] = rounded(p.H[n], 0x1p-16) - 200.0;
    p.labels = {7, 8, 64};
    return p;
}

// Checks the reference's gradient against its loss: central differences of the mean loss in double.
void check_reference(verify::Gates& gates, const Problem& p) {
    const auto loss = [&](const Doubles& moved) { return mean(reference({p.B, p.C, moved, p.labels}).loss); };
    gates.begin("reference");
    gates.reference("dH", verify::gradient_check(loss, p.H, reference(p).dH));
}

void check(verify::Gates& gates, const char* name, const Problem& p) {
    const int B = p.B, C = p.C;
    Outputs out{Array(B * C), Array(B), Array(1),
                Array(B * C), Array(B), Array(B * C)};  // poisoned: NaN where unwritten
    loss_and_gradient(p, out);

    const auto gate = [&](const char* tensor, const Array& got, const Doubles& want, std::vector<long> shape) {
        if (verify::max_abs(want) > 0.0) return gates.check(tensor, got.to_host(), want, shape, tolerance(want));
        gates.invariant(tensor, wide(got.to_host()), shape, {.bound = 2e-6, .scale = 1.0});  // zeros are wanted
    };
    const Reference want = reference(p);
    gates.begin(name);
    gate("P", out.P, want.P, {B, C});
    gate("loss", out.loss, want.loss, {B});
    gate("mean", out.mean, {mean(want.loss)}, {1});
    gate("dH", out.dH, want.dH, {B, C});
    gates.invariant("row_zero", row_sums(out.dH.to_host(), B, C), {B},
                    {.bound = row_zero_bound(B, C), .scale = 1.0 / B});
    gate("loss_fused", out.loss_fused, want.loss, {B});
    gate("dH_fused", out.dH_fused, want.dH, {B, C});
}

// Proves that nothing is launched for a label that is no class: the outputs keep their -1, and every launch would
// overwrite it.
void check_refusal(verify::Gates& gates, const char* name, int label) {
    constexpr int B = 3, C = 5;
    Problem p = random(B, C);
    p.labels[1] = label;  // of the middle row: a launch would read the H of a neighbouring row, inside the array
    const Floats rows(B, -1.0f), one(1, -1.0f), all(B * C, -1.0f);
    Outputs out{Array(all), Array(rows), Array(one), Array(all), Array(rows), Array(all)};
    try {
        loss_and_gradient(p, out);
    } catch (const std::invalid_argument& error) {
        std::printf("refused: %s\n", error.what());
    }
    gates.begin(name);
    gates.exact("P", out.P.to_host(), all, {B, C});
    gates.exact("loss", out.loss.to_host(), rows, {B});
    gates.exact("mean", out.mean.to_host(), one, {1});
    gates.exact("dH", out.dH.to_host(), all, {B, C});
    gates.exact("loss_fused", out.loss_fused.to_host(), rows, {B});
    gates.exact("dH_fused", out.dH_fused.to_host(), all, {B, C});
}

// ---- Measure ----------------------------------------------------------------------------------

void measure(verify::Bench& bench) {
    for (const int C : {1024, 4096, 32768}) {
        const int B = (1 << 28) / C;
        bench.problem(std::to_string(B) + " x " + std::to_string(C), verify::bytes_moved(8.0 * B * C, "8 B C"));
        const common::DeviceArray<int> labels(common::fill_labels(B, C, 2));
        const float* H = bench.random(B * C);
        float *loss = bench.output(B), *dH = bench.output(B * C), *by_plain = bench.output(B * C);
        const auto ours = [&](int) { fused(H, labels.data(), loss, dH, B, C); };
        const auto plain = [&](int) {
            softmax_cross_entropy<<<B, BLOCK>>>(H, labels.data(), nullptr, loss, by_plain, B, C);
        };
        const auto same = verify::agree(dH, by_plain, B * C, 2e-6 / B);
        bench.compare("cross_entropy_fused", ours, "softmax_cross_entropy", plain, same);
        for (const auto mode : {baseline::Mode::eager, baseline::Mode::compiled})
            bench.compare("cross_entropy_fused", ours, baseline::pytorch("cross_entropy", {B, C}, mode));
    }
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"P", "loss", "mean", "dH", "row_zero", "loss_fused", "dH_fused"}, {verify::BENCH});
    check_reference(gates, random(7, 10));

    check(gates, "hand", by_hand());
    check(gates, "one", random(1, 1));          // a single class is certain: no loss, no gradient
    check(gates, "ten", random(131, 10));       // most threads have no class; more rows than mean_loss has threads
    check(gates, "ragged", random(19, 65));     // two warps and one class
    check(gates, "aligned", random(32, 128));   // one class a thread
    check(gates, "thousand", random(7, 1000));  // 104 threads take eight classes, 24 take seven
    check(gates, "brim", random(4, 1021));   // fused, with the three floats before row 3: all that 128 * 2 float4 hold
    check(gates, "over", random(2, 1023));   // two more are too many
    check(gates, "ninth", random(5, 1025));  // thread 0 alone takes a ninth
    check(gates, "wide", random(1, 4097));   // the fused kernel with 1024 threads; thread 0 has two float4
    check(gates, "large", large());
    check(gates, "one-sided", one_sided());

    check_refusal(gates, "label -1", -1);
    check_refusal(gates, "label 5", 5);  // of classes 0 to 4
    return verify::finish(gates, measure);
}
