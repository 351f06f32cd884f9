// Day 100 - Training capstone: two layers, many batches, and the loss falls
//
// Needs:  026-parallel-reduction, 044-gemm-tiled, 047-gemm-transposed, 076-softmax-cross-entropy, 099-forward-pass
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day100-training-capstone/training_capstone.cu -o day100 -lz
//
//        W1, b1          ReLU          W2, b2          labels
//     X --------> Z1 -----------> H1 --------> Z2 -------------> loss      forward, down to one number a row
//   [B, I]      [B, J]   |      [B, J]       [B, C]      |        [B]
//                        v                               v
//    dW1, db1 <-------- dZ1 <--------- dH1 <----------- dZ2 --> dW2, db2   backward, to every parameter
//
//    W1, b1, W2, b2 -= rate * gradient, and the next batch.
//
// Count:  15 launches a step; 13.1 million multiply-adds at B, I, J, C = 64, 784, 128, 10; 938 steps an epoch.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/curve.h"
#include "common/device_array.h"
#include "common/fill.h"
#include "common/idx.h"
#include "common/progress.h"
#include "verify/baseline/pytorch.h"
#include "verify/bench.h"
#include "verify/gate.h"
#include "verify/gradient_check.h"

constexpr int TILE = 16;    // a two-dimensional block is TILE x TILE threads
constexpr int BLOCK = 128;  // threads of a one-dimensional block
static_assert((TILE & (TILE - 1)) == 0 && (BLOCK & (BLOCK - 1)) == 0, "a tree needs a power of two");

constexpr float RATE = 0.1f;
constexpr float CENTRE = 73.0f, SPREAD = 90.0f;  // mean and deviation of Fashion-MNIST's pixels, each 0 to 255

using Floats = std::vector<float>;
using Doubles = std::vector<double>;
using Array = common::DeviceArray<float>;
using Bytes = common::DeviceArray<unsigned char>;
using Ints = common::DeviceArray<int>;

// Row-major throughout, the last index contiguous. B rows in a batch, I inputs, J hidden units, C classes.

int ceil_div(int n, int size) { return (n + size - 1) / size; }

// A random order of 0 .. count - 1 (Fisher and Yates). The same seed gives the same order on every machine.
std::vector<int> shuffled(int count, std::mt19937_64& random) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (int n = count - 1; n > 0; --n) std::swap(order[n], order[random() % (n + 1)]);
    return order;
}

Doubles doubles(const Array& array) {
    const Floats values = array.to_host();
    return {values.begin(), values.end()};
}

template <class T>
double mean(const std::vector<T>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

// ---- Reference --------------------------------------------------------------------------------

// Trains in double, one row at a time: the forward pass of a row, its backward pass, and its share of every gradient.
// The kernels are matrix products over the whole batch; here there is none.
struct Trainer {
    int I, J, C;
    Doubles W1, b1, W2, b2;
    Doubles X = {};                // [count, I], in the order of training
    std::vector<int> labels = {};  // [count]
    Doubles Z1 = {}, H1 = {}, Z2 = {}, loss = {}, dZ2 = {}, dW2 = {}, db2 = {}, dH1 = {}, dZ1 = {}, dW1 = {}, db1 = {};
    Doubles dX = {};
    double nearest = 1.0;  // the smallest |Z1| so far

    // Forward and backward on the B rows from `first` on. Returns their mean loss.
    double pass(int first, int B) {
        Z1 = H1 = dH1 = dZ1 = Doubles(B * J), Z2 = dZ2 = Doubles(B * C), loss = Doubles(B), dX = Doubles(B * I);
        dW1 = Doubles(J * I), db1 = Doubles(J), dW2 = Doubles(C * J), db2 = Doubles(C);
        for (int row = 0; row < B; ++row) {
            const double* input = &X[(first + row) * I];  // [I]
            const int label = labels[first + row];
            for (int j = 0, n = row * J; j < J; ++j, ++n) {
                Z1[n] = b1[j];
                for (int i = 0; i < I; ++i) Z1[n] += input[i] * W1[j * I + i];
                H1[n] = std::max(Z1[n], 0.0);
                nearest = std::min(nearest, std::fabs(Z1[n]));
            }
            double largest = -INFINITY, denominator = 0.0;
            for (int c = 0, n = row * C; c < C; ++c, ++n) {
                Z2[n] = b2[c];
                for (int j = 0; j < J; ++j) Z2[n] += H1[row * J + j] * W2[c * J + j];
                largest = std::max(largest, Z2[n]);
            }
            for (int c = 0, n = row * C; c < C; ++c, ++n) denominator += std::exp(Z2[n] - largest);
            loss[row] = std::log(denominator) + largest - Z2[row * C + label];

            for (int c = 0, n = row * C; c < C; ++c, ++n) {
                dZ2[n] = (std::exp(Z2[n] - largest) / denominator - (c == label)) / B;
                db2[c] += dZ2[n];
                for (int j = 0; j < J; ++j) dW2[c * J + j] += dZ2[n] * H1[row * J + j];
                for (int j = 0; j < J; ++j) dH1[row * J + j] += dZ2[n] * W2[c * J + j];
            }
            for (int j = 0, n = row * J; j < J; ++j, ++n) {
                dZ1[n] = Z1[n] > 0.0 ? dH1[n] : 0.0;
                db1[j] += dZ1[n];
                for (int i = 0; i < I; ++i) dW1[j * I + i] += dZ1[n] * input[i];
                for (int i = 0; i < I; ++i) dX[row * I + i] += dZ1[n] * W1[j * I + i];
            }
        }
        return mean(loss);
    }

    void descend() {
        const auto by = [](Doubles& w, const Doubles& dw) {
            for (std::size_t n = 0; n < w.size(); ++n) w[n] -= double(RATE) * dw[n];
        };
        by(W1, dW1), by(b1, db1), by(W2, dW2), by(b2, db2);
    }
};

// ---- Kernels ----------------------------------------------------------------------------------

// A matrix as gemm_tiled reads it: element [row, col] is data[row * row_stride + col * col_stride]. The transposed
// matrix has the two strides swapped; not one element moves.
struct Matrix {
    const float* data;
    int row_stride, col_stride;
};
Matrix matrix(const Array& array, int cols) { return {array.data(), cols, 1}; }
Matrix transposed(Matrix m) { return {m.data, m.col_stride, m.row_stride}; }

// One element a thread. Neighbouring threads read neighbouring elements: along a row, and in a transposed matrix down a
// column. Past the matrix's edge they store zeros, which add nothing to a sum.
__device__ void load_tile(float (&s_tile)[TILE][TILE + 1], Matrix m, int first_row, int first_col, int rows, int cols) {
    const bool by_column = m.col_stride != 1;
    const int y = by_column ? threadIdx.x : threadIdx.y, x = by_column ? threadIdx.y : threadIdx.x;
    const int row = first_row + y, col = first_col + x;
    s_tile[y][x] = row < rows && col < cols ? m.data[row * m.row_stride + col * m.col_stride] : 0.0f;
}

// c = a b + bias: a [M, K], b [K, N], c [M, N], bias [N] or null. Day 44's kernel, reading through strides: it
// computes X W^T, dZ^T X and dZ W alike.
// Launch: grid [ceil(N / TILE), ceil(M / TILE)], block [TILE, TILE]. Any M, N, K >= 1.
__global__ void gemm_tiled(Matrix a, Matrix b, const float* bias, float* c, int M, int N, int K) {
    __shared__ float s_a[TILE][TILE + 1];  // [row in tile, k in tile]; + 1 against bank conflicts of column stores
    __shared__ float s_b[TILE][TILE + 1];  // [k in tile, col in tile]
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = blockIdx.y * TILE, first_col = blockIdx.x * TILE;

    float sum = 0.0f;
    for (int first_k = 0; first_k < K; first_k += TILE) {
        load_tile(s_a, a, first_row, first_k, M, K);
        load_tile(s_b, b, first_k, first_col, K, N);
        __syncthreads();  // or a thread would read an element that its neighbour has not loaded yet
        // c[row, col] = sum over k of a[row, k] * b[k, col]
        for (int k = 0; k < TILE; ++k) sum += s_a[y][k] * s_b[k][x];
        __syncthreads();  // or a fast thread would load the next tile over one that is still being read
    }
    const int row = first_row + y, col = first_col + x;
    if (row < M && col < N) c[row * N + col] = sum + (bias != nullptr ? bias[col] : 0.0f);
}

// H = max(Z, 0). Z is kept: the backward pass needs it.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void relu(const float* Z, float* H, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n < N) H[n] = Z[n] < 0.0f ? 0.0f : Z[n];  // asked this way round, a NaN stays a NaN
}

// Day 26's tree: joins the parts of a block's BLOCK threads in s_part [thread], and returns the result to each thread.
template <class Join>
__device__ float tree(float* s_part, float part, Join join) {
    const int thread = threadIdx.x;
    s_part[thread] = part;
    for (int step = BLOCK / 2; step > 0; step /= 2) {
        __syncthreads();  // or a thread would join a part that its neighbour has not stored yet
        if (thread < step) s_part[thread] = join(s_part[thread], s_part[thread + step]);
    }
    __syncthreads();  // or another thread would read the result before thread 0 has stored it
    const float result = s_part[0];
    __syncthreads();  // or the next tree would store a part over a result that is still being read
    return result;
}

// Day 76's fused loss, one block a row: loss and gradient from the same shifted exponentials.
//   loss[row] = log(sum) - (Z[row, label] - m),  dZ[row, c] = (exp(Z[row, c] - m) / sum - [c == label]) / B
// Launch: grid [B], block [BLOCK]. Any B, C >= 1; 0 <= label < C is the host's promise.
__global__ void softmax_cross_entropy(const float* Z, const int* labels, float* loss, float* dZ, int B, int C) {
    __shared__ float s_part[BLOCK];  // [thread]
    const int row = blockIdx.x, label = labels[row];

    float part = -INFINITY;  // the identity of max: a thread without a class changes nothing
    for (int c = threadIdx.x; c < C; c += BLOCK) part = fmaxf(part, Z[row * C + c]);
    const float m = tree(s_part, part, [](float a, float b) { return fmaxf(a, b); });

    part = 0.0f;  // the identity of a sum
    for (int c = threadIdx.x; c < C; c += BLOCK) part += expf(Z[row * C + c] - m);
    const float sum = tree(s_part, part, [](float a, float b) { return a + b; });

    if (threadIdx.x == 0) loss[row] = logf(sum) - (Z[row * C + label] - m);
    for (int c = threadIdx.x; c < C; c += BLOCK)
        dZ[row * C + c] = (expf(Z[row * C + c] - m) / sum - (c == label ? 1.0f : 0.0f)) / B;
}

// db[col] = sum over row of dZ[row, col]. TILE threads share a column and a tree joins their parts: in one order, so
// with the same bits every time, which atomics could not promise.
// Launch: grid [ceil(N / TILE)], block [TILE, TILE]. Any M, N >= 1.
__global__ void column_sums(const float* dZ, float* db, int M, int N) {
    __shared__ float s_part[TILE][TILE];  // [part, col in tile]
    const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * TILE + x;

    float part = 0.0f;
    for (int row = y; row < M && col < N; row += TILE) part += dZ[row * N + col];
    s_part[y][x] = part;
    for (int step = TILE / 2; step > 0; step /= 2) {
        __syncthreads();  // or a thread would add a part that another row of threads has not stored yet
        if (y < step) s_part[y][x] += s_part[y + step][x];
    }
    if (y == 0 && col < N) db[col] = s_part[0][x];  // no barrier: this thread stored it last
}

// dZ = dH where Z > 0, else 0.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void relu_backward(const float* dH, const float* Z, float* dZ, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n < N) dZ[n] = Z[n] > 0.0f ? dH[n] : 0.0f;
}

// w[n] = w[n] - rate * dw[n]: one step against the gradient.
// Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.
__global__ void sgd_step(float* w, const float* dw, float rate, int N) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n < N) w[n] -= rate * dw[n];
}

// X[row, i] = (images[order[row], i] - CENTRE) / SPREAD, labels[row] = image_labels[order[row]]. The images stay on the
// device as bytes; only the order of their numbers is shuffled.
// Launch: grid [ceil(B * I / BLOCK)], block [BLOCK]. Any B, I >= 1.
__global__ void gather_batch(const unsigned char* images, const unsigned char* image_labels, const int* order, float* X,
                             int* labels, int B, int I) {
    const int n = blockIdx.x * BLOCK + threadIdx.x;
    if (n >= B * I) return;
    const int row = n / I, i = n % I;
    X[n] = (images[order[row] * I + i] - CENTRE) / SPREAD;
    if (i == 0) labels[row] = image_labels[order[row]];
}

// ---- Network ----------------------------------------------------------------------------------

const dim3 TILES(TILE, TILE);
dim3 tiles(int rows, int columns) { return dim3(ceil_div(columns, TILE), ceil_div(rows, TILE)); }

struct DataSet {
    Bytes images, labels;  // [count, I] [count]
    Ints order;            // [count], a permutation
};

// All that a step reads and writes. Only the loss of each row is copied to the host. What no launch writes is NaN:
// poison. The first weights are He's: uniform with variance 2 / inputs, so that signals keep their size from layer to
// layer although ReLU halves their power.
struct Network {
    int capacity, I, J, C;  // capacity: the most rows that a batch may have
    int seed;
    float bias;  // the first b lie in (-bias, bias)
    Array W1 = Array(common::fill(J * I, 4 * seed, std::sqrt(6.0f / I))),
          b1 = Array(common::fill(J, 4 * seed + 1, bias));
    Array W2 = Array(common::fill(C * J, 4 * seed + 2, std::sqrt(6.0f / J))),
          b2 = Array(common::fill(C, 4 * seed + 3, bias));
    Array X = Array(capacity * I), Z1 = Array(capacity * J), H1 = Array(capacity * J), Z2 = Array(capacity * C);
    Array loss = Array(capacity), dZ2 = Array(capacity * C), dH1 = Array(capacity * J), dZ1 = Array(capacity * J);
    Array dW1 = Array(J * I), db1 = Array(J), dW2 = Array(C * J), db2 = Array(C);
    Ints labels = Ints(capacity);

    // Takes the B images from order[first] on; B <= capacity, and the last batch of an epoch may be short.
    void forward(const DataSet& set, int first, int B) {
        gather_batch<<<ceil_div(B * I, BLOCK), BLOCK>>>(set.images.data(), set.labels.data(), set.order.data() + first,
                                                        X.data(), labels.data(), B, I);
        CHECK_LAUNCH();
        // Z1 = X W1^T + b1
        gemm_tiled<<<tiles(B, J), TILES>>>(matrix(X, I), transposed(matrix(W1, I)), b1.data(), Z1.data(), B, J, I);
        CHECK_LAUNCH();
        relu<<<ceil_div(B * J, BLOCK), BLOCK>>>(Z1.data(), H1.data(), B * J);
        CHECK_LAUNCH();
        // Z2 = H1 W2^T + b2
        gemm_tiled<<<tiles(B, C), TILES>>>(matrix(H1, J), transposed(matrix(W2, J)), b2.data(), Z2.data(), B, C, J);
        CHECK_LAUNCH();
    }

    // The gradient of the batch's mean loss by every parameter.
    void backward(int B) {
        softmax_cross_entropy<<<B, BLOCK>>>(Z2.data(), labels.data(), loss.data(), dZ2.data(), B, C);
        CHECK_LAUNCH();
        // dW2 = dZ2^T H1
        gemm_tiled<<<tiles(C, J), TILES>>>(transposed(matrix(dZ2, C)), matrix(H1, J), nullptr, dW2.data(), C, J, B);
        CHECK_LAUNCH();
        column_sums<<<ceil_div(C, TILE), TILES>>>(dZ2.data(), db2.data(), B, C);
        CHECK_LAUNCH();
        // dH1 = dZ2 W2
        gemm_tiled<<<tiles(B, J), TILES>>>(matrix(dZ2, C), matrix(W2, J), nullptr, dH1.data(), B, J, C);
        CHECK_LAUNCH();
        relu_backward<<<ceil_div(B * J, BLOCK), BLOCK>>>(dH1.data(), Z1.data(), dZ1.data(), B * J);
        CHECK_LAUNCH();
        // dW1 = dZ1^T X
        gemm_tiled<<<tiles(J, I), TILES>>>(transposed(matrix(dZ1, J)), matrix(X, I), nullptr, dW1.data(), J, I, B);
        CHECK_LAUNCH();
        column_sums<<<ceil_div(J, TILE), TILES>>>(dZ1.data(), db1.data(), B, J);
        CHECK_LAUNCH();
    }

    void descend() {
        const auto by = [](Array& w, const Array& dw) {
            const int N = int(w.size());
            sgd_step<<<ceil_div(N, BLOCK), BLOCK>>>(w.data(), dw.data(), RATE, N);
            CHECK_LAUNCH();
        };
        by(W1, dW1), by(b1, db1), by(W2, dW2), by(b2, db2);
    }

    // One step of training. Returns the loss of each row, as it was before the step.
    Floats step(const DataSet& set, int first, int B) {
        forward(set, first, B);
        backward(B);
        descend();
        Floats losses = loss.to_host();
        losses.resize(B);
        return losses;
    }
};

// ---- Check ------------------------------------------------------------------------------------

struct Case {
    const char* name;
    int B, I, J, C, count;  // count: images
};

constexpr Case CASES[] = {
    {"hand", 2, 3, 4, 2, 5},         // small enough to do on paper; the last batch is a single row
    {"ragged", 37, 53, 29, 11, 79},  // primes: no multiple of a tile, a block or each other
    {"aligned", 32, 64, 48, 16, 96}  // every tile and every batch full
};
constexpr int STEPS = 20;

// A float sum of K terms is off by about sqrt(K) * 6e-8 of the largest; K <= 64 here, and a result is at most five such
// sums away from the inputs: 1e-6 of the largest value, or a few times that where a column of dZ cancels. STEPS steps
// round a weight STEPS times: 1e-6 again. So 1e-5 leaves a factor of a few, and `sees` is 1.1e-4.
verify::Tolerance tolerance(const Doubles& want) { return {.abs = 1e-5 * verify::max_abs(want), .rel = 1e-4}; }

// ReLU's kink breaks that rule: where float and double disagree about the sign of one Z1, a row's whole share of dW1
// comes or goes. So no Z1 of these cases is nearer to 0 than this; float is off by 2e-6 there.
constexpr double KINK = 1e-4;

// Both trainers, with the same weights, images and labels.
struct Problem {
    Network got;
    Trainer want;
    std::vector<unsigned char> images = {}, labels = {};  // [count, I] [count]
    std::vector<int> order = {};                          // [count]

    explicit Problem(const Case& c)
        : got{c.B, c.I, c.J, c.C, 100, 0.5f},
          want{c.I, c.J, c.C, doubles(got.W1), doubles(got.b1), doubles(got.W2), doubles(got.b2)} {
        for (const float x : common::fill(c.count * c.I, 5)) images.push_back(127.5f + 127.5f * x);
        for (const int label : common::fill_labels(c.count, c.C, 7)) labels.push_back(label);
        for (int n = 0; n < c.count; ++n) order.push_back(7 * n % c.count);  // 7 shares no factor with a count
        for (const int image : order) {
            for (int i = 0; i < c.I; ++i) want.X.push_back((images[image * c.I + i] - double(CENTRE)) / double(SPREAD));
            want.labels.push_back(labels[image]);
        }
    }
};

// Checks the trainer's backward pass by its forward pass: central differences of the mean loss in double.
void check_reference(verify::Gates& gates, const Case& c) {
    Trainer trainer = Problem(c).want;
    trainer.pass(0, c.count);
    const auto by = [&](const char* name, Doubles Trainer::*w, Doubles Trainer::*dw) {
        const auto loss = [&](const Doubles& moved) {
            Trainer other = trainer;
            other.*w = moved;
            return other.pass(0, c.count);
        };
        gates.reference(name, verify::gradient_check(loss, trainer.*w, trainer.*dw));
    };
    gates.begin("reference");
    by("dW2", &Trainer::W2, &Trainer::dW2), by("db2", &Trainer::b2, &Trainer::db2);
    by("dW1", &Trainer::W1, &Trainer::dW1), by("db1", &Trainer::b1, &Trainer::db1);
    by("dX", &Trainer::X, &Trainer::dX);
}

// One step tensor by tensor, then STEPS steps as a whole.
void check(verify::Gates& gates, const Case& c) {
    const auto [name, B, I, J, C, count] = c;
    Problem problem(c);
    auto& [got, want, images, labels, order] = problem;
    const DataSet set{Bytes(images), Bytes(labels), Ints(order)};

    got.forward(set, 0, B);
    got.backward(B);
    Array dX(B * I);  // dX = dZ1 W1: the gradient that a layer below would get; training these two layers needs none
    gemm_tiled<<<tiles(B, I), TILES>>>(matrix(got.dZ1, J), matrix(got.W1, I), nullptr, dX.data(), B, I, J);
    CHECK_LAUNCH();
    want.pass(0, B);

    const auto gate = [&](const char* tensor, const Array& array, const Doubles& wanted,
                          const std::vector<long>& shape) {
        gates.check(tensor, array.to_host(), wanted, shape, tolerance(wanted));
    };
    gates.begin(name);
    gate("Z1", got.Z1, want.Z1, {B, J});
    gate("H1", got.H1, want.H1, {B, J});
    gate("Z2", got.Z2, want.Z2, {B, C});
    gate("loss", got.loss, want.loss, {B});
    gate("dZ2", got.dZ2, want.dZ2, {B, C});
    gate("dW2", got.dW2, want.dW2, {C, J});
    gate("db2", got.db2, want.db2, {C});
    gate("dH1", got.dH1, want.dH1, {B, J});
    gate("dZ1", got.dZ1, want.dZ1, {B, J});
    gate("dW1", got.dW1, want.dW1, {J, I});
    gate("db1", got.db1, want.db1, {J});
    gate("dX", dX, want.dX, {B, I});

    Doubles curve, want_curve, weights, want_weights;
    for (int step = 0; step < STEPS; ++step) {
        const int first = step % ceil_div(count, B) * B, rows = std::min(B, count - first);
        curve.push_back(mean(got.step(set, first, rows)));
        want_curve.push_back(want.pass(first, rows));
        want.descend();
    }
    if (want.nearest < KINK) common::stop(1, name + std::string(": a Z1 lies on the ReLU's kink: choose other data"));
    const auto append = [](Doubles& all, const Doubles& some) { all.insert(all.end(), some.begin(), some.end()); };
    for (const Array* w : {&got.W1, &got.b1, &got.W2, &got.b2}) append(weights, doubles(*w));
    for (const Doubles* w : {&want.W1, &want.b1, &want.W2, &want.b2}) append(want_weights, *w);
    gates.check("curve", curve, want_curve, {STEPS}, tolerance(want_curve));
    gates.check("weights", weights, want_weights, {long(weights.size())}, tolerance(want_weights));
}

// ---- Train ------------------------------------------------------------------------------------

constexpr int BATCH = 64, INPUTS = 28 * 28, HIDDEN = 128, CLASSES = 10;

// Passes over the training images unless --epochs says otherwise: a GPU makes five while the CPU device makes one.
#ifdef DAYBREAK_CPU
constexpr const char* EPOCHS = "1";
#else
constexpr const char* EPOCHS = "5";
#endif

// Reads one set of IDX files and refuses what the network cannot take.
common::LabelledImages load(const std::string& dir, const std::string& name) {
    common::LabelledImages set = common::read_labelled_images(dir, name);
    const int most = *std::max_element(set.labels.begin(), set.labels.end());
    if (long(set.rows) * set.cols == INPUTS && most < CLASSES) return set;
    throw std::runtime_error(dir + ": needed 28 x 28 images of classes 0 to 9, found " + std::to_string(set.rows) +
                             " x " + std::to_string(set.cols) + " of classes to " + std::to_string(most) +
                             "; name another folder: --data DIR");
}

// How many of the set's first `count` images have their largest Z2 at their label.
int count_right(Network& net, const DataSet& set, int count) {
    int right = 0;
    for (int first = 0; first < count; first += BATCH) {
        const int rows = std::min(BATCH, count - first);
        net.forward(set, first, rows);
        const Floats Z2 = net.Z2.to_host();
        const std::vector<int> labels = net.labels.to_host();
        for (int row = 0; row < rows; ++row) {
            const auto z = Z2.begin() + row * CLASSES;
            right += std::max_element(z, z + CLASSES) - z == labels[row];
        }
    }
    return right;
}

// The accuracy that training on so many images in all has to reach. The lowest mark lies between the accuracy that one
// epoch of FEWEST images gives and the one that a single batch gives, taken over and over.
constexpr int FEWEST = 25 * BATCH;
double accuracy_needed(long images) { return images < 60000 ? 0.68 : images < 5 * 60000 ? 0.82 : 0.85; }

// The training loop. Every epoch takes the first `count` images in a new order; its last batch may be short. Returns
// the running mean of the loss after each step.
Floats train(Network& net, DataSet& set, int count, int epochs, std::mt19937_64& random) {
    const int batches = ceil_div(count, BATCH), steps = epochs * batches;
    common::Progress progress(steps, "images");
    Floats curve;
    for (int step = 0; step < steps; ++step) {
        const int first = step % batches * BATCH, rows = std::min(BATCH, count - first);
        if (first == 0) set.order.upload(shuffled(count, random));
        const Floats loss = net.step(set, first, rows);
        for (int row = 0; row < rows; ++row)
            if (!std::isfinite(loss[row]))
                progress.stop(1, "the loss of row " + std::to_string(row) + " is not finite");

        // curve[n] = curve[n - 1] + (mean loss of step n - curve[n - 1]) / 50, and a plain mean until there are 50
        const float before = step == 0 ? 0.0f : curve.back();
        curve.push_back(before + (mean(loss) - before) / std::min(step + 1, 50));
        progress.done(rows, curve.back());
    }
    return curve;
}

// Trains on the training images, then gates what the network makes of images that it has never seen.
void check_training(verify::Gates& gates, int epochs, int seed) {
    const common::CurveFile picture(gates.option("--curve"), "--curve FILE");  // refuses now, not after the work
    const std::string dir = gates.option("--data");
    const common::LabelledImages images = load(dir, "train"), unseen = load(dir, "t10k");
    const int count = gates.given("--images") ? gates.integer("--images", FEWEST, images.count) : images.count;
    std::mt19937_64 random(seed);
    DataSet set{Bytes(images.images), Bytes(images.labels), Ints(count)};
    Network net{BATCH, INPUTS, HIDDEN, CLASSES, seed, 0.0f};
    std::printf("\n%d-%d-%d, %d images, batches of %d, rate %g, seed %d\n", INPUTS, HIDDEN, CLASSES, count, BATCH, RATE,
                seed);
    const Floats curve = train(net, set, count, epochs, random);

    const DataSet test{Bytes(unseen.images), Bytes(unseen.labels), Ints(shuffled(unseen.count, random))};
    const int tests = std::min(count, unseen.count), right = count_right(net, test, tests);
    const double accuracy = double(right) / tests, needed = accuracy_needed(long(epochs) * count);
    std::printf("accuracy %.4f: %d of %d test images, needed %.2f\n", accuracy, right, tests, needed);
    picture.draw("running mean of the loss", curve);
    std::printf("loss curve: %s\n\n", picture.path().c_str());
    gates.invariant("accuracy", {std::max(0.0, needed - accuracy)}, {1}, {.bound = 0.0, .scale = needed});
}

// ---- Measure ----------------------------------------------------------------------------------

// A step of training on one batch, without the copy of the losses, beside PyTorch's.
void measure(verify::Bench& bench) {
    std::mt19937_64 random(7);
    Ints order(shuffled(BATCH, random));
    const DataSet set{Bytes(std::vector<unsigned char>(BATCH * INPUTS, 100)),
                      Bytes(std::vector<unsigned char>(BATCH, 3)), std::move(order)};
    Network net{BATCH, INPUTS, HIDDEN, CLASSES, 7, 0.0f};
    bench.problem("784-128-10, 64",
                  verify::fp32_flops(6.0 * BATCH * (INPUTS * HIDDEN + HIDDEN * CLASSES), "6 B (I J + J C)"));
    const auto step = [&](int) {
        net.forward(set, 0, BATCH);
        net.backward(BATCH);
        net.descend();
    };
    for (const auto mode : {baseline::Mode::eager, baseline::Mode::compiled, baseline::Mode::graphed})
        bench.compare("step", step, baseline::pytorch("training_step", {BATCH, INPUTS, HIDDEN, CLASSES}, mode));
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) try {
    verify::Gates gates(argc, argv,
                        {"Z1", "H1", "Z2", "loss", "dZ2", "dW2", "db2", "dH1", "dZ1", "dW1", "db1", "dX", "curve",
                         "weights", "accuracy"},
                        {{"--epochs", "N", EPOCHS, "passes over the training images; 0: only the checks"},
                         {"--images", "N", "all", "so many of each set, and at least 1600"},
                         {"--seed", "N", "7", "for the first weights and the order of the images"},
                         {"--data", "DIR", "/usr/share/datasets/fashion-mnist", "four IDX files, gzip or not"},
                         {"--curve", "FILE", "loss_curve.svg", "where the loss curve is drawn"},
                         verify::BENCH});
    const int epochs = int(gates.integer("--epochs", 0, 1000)), seed = int(gates.integer("--seed", 0, 1000000));

    check_reference(gates, CASES[0]);
    for (const Case& c : CASES) check(gates, c);

    gates.begin("train");
    if (epochs == 0)
        gates.not_measured("accuracy", "--epochs 0: nothing was trained");
    else if (common::switched_on("DAYBREAK_EXACT"))
        gates.not_measured("accuracy", "a checker is running: it has seen every kernel by now");
    else if (gates.failed())
        gates.not_measured("accuracy", "a gate failed: nothing was trained");
    else
        check_training(gates, epochs, seed);
    return verify::finish(gates, measure);
} catch (const std::runtime_error& error) {
    common::stop(2, error.what());
}
