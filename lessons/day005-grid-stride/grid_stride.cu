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
//              |--- round 0 ---|--- round 1 ---|- round 2 -|       4 threads, so 4 from round to round
//
// Count:  N elements and T threads: the busiest thread takes ceil(N / T) of them, the idlest floor(N / T).

#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

// A grid and its blocks.
struct Shape {
    int blocks, threads;  // threads of each block
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

// One thread, every T-th element. The guard of day 2 has become the condition of a loop.
// Launch: any grid of fewer than 2^32 threads. Any N >= 0. n is a long because it passes N before the loop ends, and
// so would pass the end of int where N comes within T of 2^31.
__global__ void square(const float* x, float* y, long N) {
    const long thread = blockIdx.x * blockDim.x + threadIdx.x;  // this thread's number in the grid
    const long T = gridDim.x * blockDim.x;                      // the threads of the grid

    // y[n] = x[n]^2
    for (long n = thread; n < N; n += T) y[n] = x[n] * x[n];
}

void launch(const float* d_x, float* d_y, long N, Shape shape) {
    square<<<shape.blocks, shape.threads>>>(d_x, d_y, N);
    CHECK_LAUNCH();
}

// ---- Check ------------------------------------------------------------------------------------

// A product is rounded once, by at most 2^-24 = 6e-8 of itself. Six times that.
constexpr verify::Tolerance TOLERANCE = {.abs = 0.0, .rel = 4e-7};

void check(verify::Gates& gates, const char* name, const Floats& x, Shape shape) {
    const long N = x.size();
    const std::size_t bytes = N * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(d_y, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    launch(d_x, d_y, N, shape);
    Floats y(N);
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaFree(d_x));
    CHECK_CUDA(cudaFree(d_y));
    gates.begin(name);
    gates.check("y", y, reference(x), {N}, TOLERANCE);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"y"}, {{"--elements", "N", "1000003", "elements of the case many"}});
    const struct {
        const char* name;
        long N;
        Shape shape;
    } cases[] = {
        {"one", 1, ALWAYS},                                         // 8191 threads have nothing to do
        {"short", 101, ALWAYS},                                     // less than a block
        {"prime", 1009, ALWAYS},                                    // less than the grid
        {"full", 8192, ALWAYS},                                     // an element for each thread
        {"and one", 8193, ALWAYS},                                  // one thread goes round again
        {"many", gates.integer("--elements", 1, 1 << 28), ALWAYS},  // a prime: the last round is not full
        {"3 x 97", 1009, {3, 97}},                                  // another shape
        {"1 x 1", 1009, {1, 1}},                                    // one thread: a loop as on the host
    };

    // y = 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121
    check(gates, "hand", {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11}, {2, 2});
    for (const auto& [name, N, shape] : cases) check(gates, name, common::fill(N, N), shape);

    std::printf("\ncase              N   threads  busiest  idlest  ceil(N / 256)\n");
    for (const auto& [name, N, shape] : cases) {
        const long T = shape.blocks * shape.threads;
        std::printf("%-7s  %10ld  %8ld  %7ld  %6ld  %13ld\n", name, N, T, (N + T - 1) / T, N / T, (N + 255) / 256);
    }
    std::printf("\n");

    launch(nullptr, nullptr, 0, ALWAYS);  // no elements: nothing to compare, and nothing that CUDA refuses
    CHECK_CUDA(cudaDeviceSynchronize());
    return gates.finish();
}
