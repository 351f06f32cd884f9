// Day 99 - Forward pass: six launches from a batch to every gradient
//
// Needs:  026-parallel-reduction, 051-linear, 068-gradient-check, 074-linear-backward, 076-softmax-cross-entropy
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day099-forward-pass/forward_pass.cu -o day099
//
//    X, W, b                     labels
//       |                           |
//    1 linear_relu ------ H --> 2 softmax_cross_entropy --> loss
//       |                           | dH
//       +---------------- Z --> 3 relu_backward
//                                   | dZ
//           +-----------------------+-----------------------+
//    4 weight_gradient --> dW   5 bias_gradient --> db   6 input_gradient --> dX
//
// Count:  2 B I C flops forward, 4 B I C backward: the backward pass costs twice the forward pass.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "verify/baseline/pytorch.h"
#include "verify/bench.h"
#include "verify/gate.h"
#include "verify/gradient_check.h"

constexpr int BLOCK = 128;  // threads of a block in one dimension: a power of two, as the tree below halves it
constexpr int SIDE = 16;    // threads along each side of a block in two dimensions

using Array = common::DeviceArray<float>;
using Doubles = std::vector<double>;

Doubles wide(const std::vector<float>& values) { return {values.begin(), values.end()}; }
double mean(const Doubles& values) { return std::accumulate(values.begin(), values.end(), 0.0) / values.size(); }
std::vector<float> narrow(const Doubles& values) { return {values.begin(), values.end()}; }

// Row-major throughout, the last index contiguous. Every number is one that float holds.
struct Problem {
    int B, I, C;              // rows in the batch, inputs, classes
    Doubles X, W, b;          // [B, I], [C, I] (one class a row), [C]
    std::vector<int> labels;  // [B]
};

// ---- Reference --------------------------------------------------------------------------------

struct Reference {
    Doubles Z, H, loss, dH, dZ, dW, db, dX;  // [B, C] [B, C] [B] [B, C] [B, C] [C, I] [C] [B, I]
};

// Forward and backward, one row of the batch after the other. A kernel's thread adds up one gradient over the rows;
// here each row adds its share to every gradient.
Reference reference(const Problem& p) {
    const auto& [B, I, C, X, W, b, labels] = p;
    Reference r{Doubles(B * C), Doubles(B * C), Doubles(B), Doubles(B * C),
                Doubles(B * C), Doubles(C * I), Doubles(C), Doubles(B * I)};
    for (int row = 0; row < B; ++row) {
        double largest = 0.0, denominator = 0.0;  // no H is below 0
        for (int c = 0, n = row * C; c < C; ++c, ++n) {
            r.Z[n] = b[c];
            for (int i = 0; i < I; ++i) r.Z[n] += X[row * I + i] * W[c * I + i];
            r.H[n] = std::max(r.Z[n], 0.0);
            largest = std::max(largest, r.H[n]);
        }
        for (int c = 0, n = row * C; c < C; ++c, ++n) denominator += std::exp(r.H[n] - largest);
        r.loss[row] = std::log(denominator) + largest - r.H[row * C + labels[row]];

        for (int c = 0, n = row * C; c < C; ++c, ++n) {
            r.dH[n] = (std::exp(r.H[n] - largest) / denominator - (c == labels[row])) / B;
            r.dZ[n] = r.Z[n] > 0.0 ? r.dH[n] : 0.0;
            r.db[c] += r.dZ[n];
            for (int i = 0; i < I; ++i) r.dW[c * I + i] += r.dZ[n] * X[row * I + i];
            for (int i = 0; i < I; ++i) r.dX[row * I + i] += r.dZ[n] * W[c * I + i];
        }
    }
    return r;
}

// ---- Kernels ----------------------------------------------------------------------------------

// One thread an element of Z. It stores H too: the loss reads H, and the backward pass reads Z.
// Launch: grid [ceil(C / SIDE), ceil(B / SIDE)], block [SIDE, SIDE]. Any B, I, C >= 1.
__global__ void linear_relu(const float* X, const float* W, const float* b, float* Z, float* H, int B, int I, int C) {
    const int row = blockIdx.y * SIDE + threadIdx.y;
    const int c = blockIdx.x * SIDE + threadIdx.x;
    if (row >= B || c >= C) return;
    // Z[row, c] = b[c] + sum over i of X[row, i] * W[c, i]
    float z = b[c];
    for (int i = 0; i < I; ++i) z += X[row * I + i] * W[c * I + i];
    Z[row * C + c] = z;
    H[row * C + c] = z < 0.0f ? 0.0f : z;  // asked this way round, a NaN stays a NaN
}

// One block a row: thread t takes classes t, t + BLOCK, ... and a tree in shared memory joins the BLOCK parts.
// Launch: grid [B], block [BLOCK]. Any B, C >= 1; the host has seen to it that every label is a class.
__global__ void softmax_cross_entropy(const float* H, const int* labels, float* loss, float* dH, int B, int C) {
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
        dH[row * C + c] = (probability - (c == labels[row] ? 1.0f : 0.0f)) / B;
    }
}

// The slope of ReLU is 1 above 0 and 0 below; at exactly 0, where it has none, the course takes 0.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N = B * C >= 1.
__global__ void relu_backward(const float* dH, const float* Z, float* dZ, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n < N) dZ[n] = Z[n] > 0.0f ? dH[n] : 0.0f;
}

// dW = dZ^T X, and nothing is transposed: the index does it. Naive on purpose: one thread loops over the whole batch.
// Launch: grid [ceil(I / SIDE), ceil(C / SIDE)], block [SIDE, SIDE]. Any B, I, C >= 1.
__global__ void weight_gradient(const float* dZ, const float* X, float* dW, int B, int I, int C) {
    const int c = blockIdx.y * SIDE + threadIdx.y;
    const int i = blockIdx.x * SIDE + threadIdx.x;
    if (c >= C || i >= I) return;
    // dW[c, i] = sum over row of dZ[row, c] * X[row, i]
    float sum = 0.0f;
    for (int row = 0; row < B; ++row) sum += dZ[row * C + c] * X[row * I + i];
    dW[c * I + i] = sum;
}

// The forward pass adds b[c] to every row, so its gradient is the sum over all rows.
// Launch: grid [ceil(C / BLOCK)], block [BLOCK]. Any B, C >= 1.
__global__ void bias_gradient(const float* dZ, float* db, int B, int C) {
    const int c = blockIdx.x * BLOCK + threadIdx.x;
    if (c >= C) return;
    // db[c] = sum over row of dZ[row, c]
    float sum = 0.0f;
    for (int row = 0; row < B; ++row) sum += dZ[row * C + c];
    db[c] = sum;
}

// dX = dZ W, with W read as it is stored.
// Launch: grid [ceil(I / SIDE), ceil(B / SIDE)], block [SIDE, SIDE]. Any B, I, C >= 1.
__global__ void input_gradient(const float* dZ, const float* W, float* dX, int B, int I, int C) {
    const int row = blockIdx.y * SIDE + threadIdx.y;
    const int i = blockIdx.x * SIDE + threadIdx.x;
    if (row >= B || i >= I) return;
    // dX[row, i] = sum over c of dZ[row, c] * W[c, i]
    float sum = 0.0f;
    for (int c = 0; c < C; ++c) sum += dZ[row * C + c] * W[c * I + i];
    dX[row * I + i] = sum;
}

struct Tensors {
    const Array X, W, b;
    const common::DeviceArray<int> labels;
    Array Z, H, loss, dH, dZ, dW, db, dX;  // poisoned: an element that no launch writes is NaN
};

int blocks(int n, int threads) { return (n + threads - 1) / threads; }
dim3 tiles(int rows, int columns) { return dim3(blocks(columns, SIDE), blocks(rows, SIDE)); }

// The launch list. A stream runs its launches in order, so each finds what the earlier ones wrote without a wait.
void forward_backward(Tensors& tensors, int B, int I, int C, cudaStream_t stream) {
    auto& [X, W, b, labels, Z, H, loss, dH, dZ, dW, db, dX] = tensors;
    const dim3 tile(SIDE, SIDE);
    linear_relu<<<tiles(B, C), tile, 0, stream>>>(X.data(), W.data(), b.data(), Z.data(), H.data(), B, I, C);
    CHECK_LAUNCH();
    softmax_cross_entropy<<<B, BLOCK, 0, stream>>>(H.data(), labels.data(), loss.data(), dH.data(), B, C);
    CHECK_LAUNCH();

    relu_backward<<<blocks(B * C, BLOCK), BLOCK, 0, stream>>>(dH.data(), Z.data(), dZ.data(), B * C);
    CHECK_LAUNCH();
    weight_gradient<<<tiles(C, I), tile, 0, stream>>>(dZ.data(), X.data(), dW.data(), B, I, C);
    CHECK_LAUNCH();
    bias_gradient<<<blocks(C, BLOCK), BLOCK, 0, stream>>>(dZ.data(), db.data(), B, C);
    CHECK_LAUNCH();
    input_gradient<<<tiles(B, I), tile, 0, stream>>>(dZ.data(), W.data(), dX.data(), B, I, C);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// allowed = 5e-5 * (typical + |want|), typical = median of the nonzero |want|. The float sums use about a tenth of it.
// Day 66's first gate, 2e-5 + 2e-4 |want|, is blind here: at B = 32 no |dH| is above 1/32, so fp16 moves it by at
// most 2^-11 * 2^-5 = 1.5e-5, and the absolute term alone forgives that. It has to follow the tensor, and the median
// rather than the maximum: the row of Z near 1e4 would allow every other row an error of 0.5.
verify::Tolerance tolerance(const Doubles& want) {
    Doubles sizes;
    for (const double value : want)
        if (value != 0.0) sizes.push_back(std::fabs(value));
    std::sort(sizes.begin(), sizes.end());
    return {.abs = 5e-5 * sizes.at(sizes.size() / 2), .rel = 5e-5};
}

// Z = [1 1; -4 0], H = [1 1; 0 0]: each probability is 1/2, each loss log 2, dH = [-1 1; 1 -1] / 4. No Z of row 1 is
// above 0, so dZ = [-1 1; 0 0] / 4, dW = [-2 -1 -1; 2 1 1] / 4, db = [-1 1] / 4, dX = [-1 1 0; 0 0 0] / 4.
Problem by_hand() { return {2, 3, 2, {2, 1, 1, -2, 1, 2}, {1, 0, -1, 0, 1, -1}, {0, 1}, {0, 1}}; }

Problem random(int B, int I, int C) {
    const auto fill = [](int n, int seed) { return wide(common::fill(n, seed)); };
    return {B, I, C, fill(B * I, 1), fill(C * I, 2), fill(C, 3), common::fill_labels(B, C, 4)};
}

// Makes the middle row Z = +-10240 + b[c]: its X is 2^14 once and 0 elsewhere, W there is +-5/8, b a multiple of 2^-10.
// All of that is exact in float. With any other data Z would be off by 1e-3 before the softmax has begun.
Problem with_large_row(Problem p) {
    const int row = p.B / 2;
    for (int i = 0; i < p.I; ++i) p.X[row * p.I + i] = i == 0 ? 0x1p14 : 0.0;
    for (int c = 0; c < p.C; ++c) {
        p.W[c * p.I] = c % 2 == 0 ? 0.625 : -0.625;
        p.b[c] = std::round(p.b[c] * 0x1p10) * 0x1p-10;
    }
    p.labels[row] = 0;  // even, so its Z is near +10240, and the loss of this row is as small as any other
    return p;
}

// Checks the backward half of the reference against its forward half: central differences of the mean loss in double.
// The step is 6e-6 and no Z of this problem is within 1e-3 of 0, so no difference steps over the ReLU's kink.
void check_reference(verify::Gates& gates, const Problem& p) {
    const auto& [B, I, C, X, W, b, labels] = p;
    const Reference r = reference(p);
    for (const double z : r.Z)
        if (std::fabs(z) < 1e-3) common::stop(1, "a Z is within 1e-3 of the kink: check the reference on other data");
    const auto of_W = [&](const Doubles& moved) { return mean(reference({B, I, C, X, moved, b, labels}).loss); };
    const auto of_b = [&](const Doubles& moved) { return mean(reference({B, I, C, X, W, moved, labels}).loss); };
    const auto of_X = [&](const Doubles& moved) { return mean(reference({B, I, C, moved, W, b, labels}).loss); };
    gates.begin("square");
    gates.reference("dW", verify::gradient_check(of_W, W, r.dW));
    gates.reference("db", verify::gradient_check(of_b, b, r.db));
    gates.reference("dX", verify::gradient_check(of_X, X, r.dX));
}

// Runs the six launches on p, gates every tensor that they write, and returns L, the mean loss.
double check(verify::Gates& gates, const char* name, const Problem& p, cudaStream_t stream) {
    const auto& [B, I, C, X, W, b, labels] = p;
    for (const int label : labels)  // the kernel trusts its labels, so the host looks before the launch
        if (label < 0 || label >= C)
            common::stop(2, "label " + std::to_string(label) + " is no class: needed 0 to " + std::to_string(C - 1));
    Tensors t{Array(narrow(X)), Array(narrow(W)), Array(narrow(b)), common::DeviceArray<int>(labels),
              Array(B * C),     Array(B * C),     Array(B),         Array(B * C),
              Array(B * C),     Array(C * I),     Array(C),         Array(B * I)};
    forward_backward(t, B, I, C, stream);
    CHECK_CUDA(cudaStreamSynchronize(stream));  // an error inside a kernel comes to light here
    const auto gate = [&](const char* tensor, const Array& got, const Doubles& want, std::vector<long> shape) {
        if (verify::max_abs(want) > 0.0) return gates.check(tensor, got.to_host(), want, shape, tolerance(want));
        gates.invariant(tensor, wide(got.to_host()), shape, {.bound = 1e-6, .scale = 1.0});  // zeros are wanted
    };
    const Reference want = reference(p);
    gates.begin(name);
    gate("Z", t.Z, want.Z, {B, C});
    gate("H", t.H, want.H, {B, C});
    gate("loss", t.loss, want.loss, {B});
    gate("dH", t.dH, want.dH, {B, C});
    gate("dZ", t.dZ, want.dZ, {B, C});
    gate("dW", t.dW, want.dW, {C, I});
    gate("db", t.db, want.db, {C});
    gate("dX", t.dX, want.dX, {B, I});
    return mean(wide(t.loss.to_host()));
}

// ---- Measure ----------------------------------------------------------------------------------

// All six launches beside PyTorch, which does the same in its own kernels.
void measure(verify::Bench& bench) {
    constexpr int B = 64, I = 784, C = 10;
    bench.problem("64 x 784 x 10", verify::fp32_flops(6.0 * B * I * C, "6 B I C"));
    Tensors t{Array(common::fill(B * I, 1)),
              Array(common::fill(C * I, 2)),
              Array(common::fill(C, 3)),
              common::DeviceArray<int>(common::fill_labels(B, C, 4)),
              Array(B * C),
              Array(B * C),
              Array(B),
              Array(B * C),
              Array(B * C),
              Array(C * I),
              Array(C),
              Array(B * I)};
    const auto six_launches = [&](int) { forward_backward(t, B, I, C, nullptr); };
    for (const auto mode : {baseline::Mode::eager, baseline::Mode::compiled, baseline::Mode::graphed})
        bench.compare("forward_backward", six_launches, baseline::pytorch("layer_step", {B, I, C}, mode));
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"Z", "H", "loss", "dH", "dZ", "dW", "db", "dX"}, {verify::BENCH});
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));

    check_reference(gates, random(17, 17, 17));
    check(gates, "hand", by_hand(), stream);
    check(gates, "one", random(1, 1, 1), stream);                           // a single class is certain: no loss
    check(gates, "square", random(17, 17, 17), stream);                     // X W has the shape of X W^T
    check(gates, "ragged", with_large_row(random(37, 53, 137)), stream);    // primes; several blocks in every grid
    const double L = check(gates, "aligned", random(32, 64, 128), stream);  // whole blocks
    std::printf("mean loss of the aligned batch: %.6f\n", L);

    CHECK_CUDA(cudaStreamDestroy(stream));
    return verify::finish(gates, measure);
}
