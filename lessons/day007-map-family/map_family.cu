// Day 7 - The map family: one thread, one element, no neighbours
//
// Needs:  002-vector-add, 004-reference-and-gate
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day007-map-family/map_family.cu -o day007
//
//    x      x0   x1   x2   x3  ...
//    y      y0   y1   y2   y3  ...    out[i] = f(x[i], y[i]): thread i reads element i of the inputs and no other,
//           |    |    |    |          so the threads may run in any order, and out may be one of the inputs
//    out    f0   f1   f2   f3  ...
//
// Count:  for each element of saxpy 8 bytes read, 4 written, 2 operations, and no other thread to wait for.

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

constexpr int BLOCK = 256;                // threads of a block
constexpr float LOW = 0.0f, HIGH = 0.5f;  // the bounds of clamp
constexpr float A = 0.7f;                 // a multiple of 2^-24, as the numbers of fill are

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// ---- Reference --------------------------------------------------------------------------------

// saxpy[i] = a * x[i] + y[i]. Nothing is rounded: with the numbers of this lesson the sum has at most 49 bits, and a
// double has 53.
Doubles reference_saxpy(float a, const Floats& x, const Floats& y) {
    Doubles saxpy;
    for (std::size_t i = 0; i < x.size(); ++i) saxpy.push_back(double(a) * x[i] + y[i]);
    return saxpy;
}

// once[i] = the exact a * x[i] + y[i], rounded to a float
Floats reference_once(float a, const Floats& x, const Floats& y) {
    const Doubles exact = reference_saxpy(a, x, y);
    return {exact.begin(), exact.end()};
}

// twice[i] = the product rounded to a float, and then the sum of that and y[i]
Floats reference_twice(float a, const Floats& x, const Floats& y) {
    const Floats product = reference_once(a, x, Floats(x.size(), 0.0f));
    return reference_once(1.0f, product, y);
}

// clamp[i] = the number from low to high that is nearest to x[i]; + 0.0 turns -0.0 into 0.0 and no other number
Floats reference_clamp(const Floats& x, double low, double high) {
    Floats clamp;
    for (const double value : x) clamp.push_back(float(std::clamp(value, low, high) + 0.0));
    return clamp;
}

// ---- Kernels ----------------------------------------------------------------------------------

// All three: thread i makes element i from element i. Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.

// Rounded once or twice, as the compiler likes.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    out[i] = a * x[i] + y[i];
}

// The number from low to high that is nearest to x[i]. On a bound it stores the bound, so that -0.0 becomes 0.0.
__global__ void clamp(const float* x, float low, float high, float* out, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    float value = x[i];
    if (value <= low) value = low;
    if (value >= high) value = high;
    out[i] = value;
}

// saxpy twice, with the roundings settled: fmaf rounds once, and the compiler never fuses __fmul_rn and __fadd_rn.
__global__ void once_and_twice(float a, const float* x, const float* y, float* once, float* twice, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    once[i] = fmaf(a, x[i], y[i]);
    twice[i] = __fadd_rn(__fmul_rn(a, x[i]), y[i]);
}

// ---- Check ------------------------------------------------------------------------------------

// saxpy rounds its product and its sum by at most 2^-24 of them, 6e-8. The sum may be small where the product and y are
// not, so the allowance depends on those: more than three times both roundings.
verify::Tolerance tolerance(float a, const Floats& x, const Floats& y) {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, std::fabs(double(a) * x[i]) + std::fabs(double(y[i])));
    return {.abs = 4e-7 * largest};
}

// A new array in device memory, with the numbers of `host` in it.
float* to_device(const Floats& host) {
    float* device = nullptr;
    CHECK_CUDA(cudaMalloc(&device, host.size() * sizeof(float)));
    CHECK_CUDA(cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
    return device;
}

Floats to_host(const float* device, int N) {
    Floats host(N);
    CHECK_CUDA(cudaMemcpy(host.data(), device, N * sizeof(float), cudaMemcpyDeviceToHost));
    return host;
}

// Checks all gates on x and y, and returns what saxpy made of them.
Floats check(verify::Gates& gates, const char* name, float a, const Floats& x, const Floats& y) {
    const int N = x.size(), blocks = (N + BLOCK - 1) / BLOCK;
    const Floats poison(N, NAN);  // an element that nobody writes stays NaN
    float *d_x = to_device(x), *d_y = to_device(y), *d_axpy = to_device(poison), *d_clamped = to_device(poison),
          *d_once = to_device(poison), *d_twice = to_device(poison);

    // ANCHOR: launches
    saxpy<<<blocks, BLOCK>>>(a, d_x, d_y, d_axpy, N);
    CHECK_LAUNCH();
    clamp<<<blocks, BLOCK>>>(d_x, LOW, HIGH, d_clamped, N);
    CHECK_LAUNCH();
    once_and_twice<<<blocks, BLOCK>>>(a, d_x, d_y, d_once, d_twice, N);
    CHECK_LAUNCH();
    // ANCHOR_END: launches

    const Floats axpy = to_host(d_axpy, N), clamped = to_host(d_clamped, N);
    const Floats once = to_host(d_once, N), twice = to_host(d_twice, N);
    for (float* array : {d_x, d_y, d_axpy, d_clamped, d_once, d_twice}) CHECK_CUDA(cudaFree(array));

    gates.begin(name);
    gates.check("saxpy", axpy, reference_saxpy(a, x, y), {N}, tolerance(a, x, y));
    gates.exact("clamp", clamped, reference_clamp(x, LOW, HIGH), {N});
    gates.exact("fma", once, reference_once(a, x, y), {N});
    gates.exact("fma", twice, reference_twice(a, x, y), {N});
    return axpy;
}

// ---- Measure ----------------------------------------------------------------------------------

// How many elements the second rounding changes, and with which of the two the plain a * x + y agrees.
void measure(float a, const Floats& x, const Floats& y, const Floats& device) {
    const Floats once = reference_once(a, x, y), twice = reference_twice(a, x, y);
    int differ = 0, last_bit = 0, device_once = 0, device_twice = 0, host_once = 0, host_twice = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float host = a * x[i] + y[i];
        device_once += device[i] == once[i], device_twice += device[i] == twice[i];
        host_once += host == once[i], host_twice += host == twice[i];
        differ += once[i] != twice[i];
        last_bit += once[i] != twice[i] && std::nextafter(once[i], twice[i]) == twice[i];
    }
    std::printf("\nrounded once or twice: %d of %zu differ, %d of them by one step of the last bit\n", differ, x.size(),
                last_bit);
    std::printf("a * x + y, compiled for    agrees with once  with twice\n");
    std::printf("the device                 %16d  %10d\n", device_once, device_twice);
    std::printf("the host                   %16d  %10d\n\n", host_once, host_twice);
}

// ---- main -------------------------------------------------------------------------------------

int main(int argc, char** argv) {
    verify::Gates gates(argc, argv, {"saxpy", "clamp", "fma"});

    // saxpy 31, 1.4901161e-08 (0 when it is rounded twice), 2, -5, -19.5; clamp 0.5, 0.1, 0, 0.5, 0
    check(gates, "hand", 10.0f, {3.0f, 0.1f, -0.0f, 0.5f, -2.0f}, {1.0f, -1.0f, 2.0f, -10.0f, 0.5f});
    check(gates, "one", A, common::fill(1, 1), common::fill(1, 2));
    check(gates, "aligned", A, common::fill(4 * BLOCK, 1), common::fill(4 * BLOCK, 2));
    const Floats x = common::fill(10007, 1), y = common::fill(10007, 2);  // a prime
    measure(A, x, y, check(gates, "ragged", A, x, y));
    return gates.finish();
}
