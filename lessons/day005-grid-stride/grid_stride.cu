// Day 5 - Grid stride: one launch shape serves every N
//
// Needs:  002-vector-add, 003-errors, 004-reference-and-gate
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day005-grid-stride/grid_stride.cu -o day005
//
//    N = 11, drawn for 2 blocks of 2 threads:
//
//    n          0   1   2   3   4   5   6   7   8   9  10
//    thread     0   1   2   3   0   1   2   3   0   1   2
//              |--- round 0 ---|--- round 1 ---|- round 2 -|       4 threads, so each steps by 4
//
// Count:  N elements and T threads: a thread takes ceil(N / T) of them or floor(N / T).

#include <algorithm>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

struct Shape {
    int blocks, threads;  // of the grid, of each block
};
constexpr Shape ALWAYS = {32, 256};  // 8192 threads, whatever N is

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// ---- Reference --------------------------------------------------------------------------------

// y[n] = x[n]^2
Doubles reference(const Floats& x) {
    Doubles y(x.size());
    for (std::size_t n = 0; n < x.size(); ++n) y[n] = double(x[n]) * double(x[n]);
    return y;
}

// ---- Kernels ----------------------------------------------------------------------------------

// Each thread takes every T-th element. The guard of day 2 has become the condition of a loop.
// Launch: any grid of fewer than 2^32 threads. Any N >= 0. n is a long: before the loop ends it goes up to T past N,
// which an int cannot hold when N comes within T of 2^31.
__global__ void square(const float* x, float* y, int* visits, long N) {
    const long thread = blockIdx.x * blockDim.x + threadIdx.x;  // its global index
    const long T = gridDim.x * blockDim.x;                      // threads of the grid

    // y[n] = x[n]^2
    for (long n = thread; n < N; n += T) {
        y[n] = x[n] * x[n];
        atomicAdd(&visits[n], 1);  // how many times has element n been taken?
    }
}

void launch(const float* d_x, float* d_y, int* d_visits, long N, Shape shape) {
    square<<<shape.blocks, shape.threads>>>(d_x, d_y, d_visits, N);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// A product is rounded once, by at most 2^-24 = 6e-8 of itself. Six times that.
constexpr verify::Tolerance TOLERANCE = {.abs = 0.0, .rel = 4e-7};

void check(verify::Gates& gates, const char* name, const Floats& x, Shape shape) {
    const long N = x.size();
    const std::size_t bytes = N * sizeof(float), visits_bytes = N * sizeof(int);
    float *d_x = nullptr, *d_y = nullptr;
    int* d_visits = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMalloc(&d_visits, visits_bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_y, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    CHECK_CUDA(cudaMemset(d_visits, 0, visits_bytes));
    launch(d_x, d_y, d_visits, N, shape);
    Floats y(N);
    std::vector<int> visits(N);
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(visits.data(), d_visits, visits_bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_x));
    CHECK_CUDA(cudaFree(d_y));
    CHECK_CUDA(cudaFree(d_visits));

    gates.begin(name);
    gates.check("y", y, reference(x), {N}, TOLERANCE);
    const int most = *std::max_element(visits.begin(), visits.end());
    gates.exact("visits", std::vector<int>{most}, {1}, {1});  // an element with none is the gate y's to see
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y", "visits"}, {{"--elements", "N", "1000003", "elements of the case many"}});
    const long MANY = gates.integer("--elements", 1, 1 << 28);
    const struct {
        const char* name;
        long N;
        Shape shape;
    } cases[] = {
        {"one", 1, ALWAYS},         // 8191 threads have nothing to do
        {"short", 101, ALWAYS},     // less than a block
        {"full", 8192, ALWAYS},     // an element for each thread
        {"and one", 8193, ALWAYS},  // one thread takes a second element
        {"many", MANY, ALWAYS},     // a prime: the last round is not full
        {"3 x 97", 1009, {3, 97}},  // another shape
        {"1 x 1", 1009, {1, 1}},    // one thread: a loop as on the host
    };

    // y = 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121
    check(gates, "hand", {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11}, {2, 2});
    for (const auto& [name, N, shape] : cases) check(gates, name, common::fill(N, N), shape);

    launch(nullptr, nullptr, nullptr, 0, ALWAYS);  // no elements: nothing to compare, and nothing that CUDA refuses
    CHECK_CUDA(cudaDeviceSynchronize());
    return gates.finish();
}
