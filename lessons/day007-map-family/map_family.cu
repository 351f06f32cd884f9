// Day 7 - The map family: one thread, one element, no neighbours
//
// Needs:  002-vector-add, 004-reference-and-gate
// Device: any
// Alone:  nvcc -std=c++20 -O3 -I . lessons/day007-map-family/map_family.cu -o day007
//
//    x      x0   x1   x2   x3  ...
//           |    |    |    |         element i of the output asks for element i of the inputs and for nothing else:
//    out    f0   f1   f2   f3  ...   the threads may run in any order
//
//                     exactly          rounded once     rounded twice: the product, then the sum
//     2 * 3    + 1    7                7                6, then 7
//    10 * 0.1f - 1    1.4901161e-08    1.4901161e-08    1, then 0
//
// Count:  two floats of 24 bits have a product of 48. Product and sum round twice, an fma (fused multiply-add) once.

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/check.h"
#include "common/fill.h"
#include "verify/gate.h"

constexpr int BLOCK = 256;                // threads of a block
constexpr float LOW = 0.0f, HIGH = 0.5f;  // the bounds of clamp
constexpr float A = 0.7f;                 // a multiple of 2^-24, as what fill makes is

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// ---- Reference --------------------------------------------------------------------------------

// saxpy[i] = a * x[i] + y[i], and nothing is rounded: with the numbers of this lesson the sum has at most 49 bits, and
// a double has 53.
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

// clamp[i] = the number nearest to x[i] from low to high; + 0.0 makes 0.0 of -0.0 and leaves all others as they are
Floats reference_clamp(const Floats& x, double low, double high) {
    Floats clamp;
    for (const double value : x) clamp.push_back(float(std::clamp(value, low, high) + 0.0));
    return clamp;
}

// ---- Kernels ----------------------------------------------------------------------------------

// All three: thread i makes element i. Launch: grid [ceil(N / BLOCK)], block [BLOCK]. Any N >= 1.

// Rounded once or twice, as the compiler likes.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    out[i] = a * x[i] + y[i];
}

// low <= out[i] <= high. On a bound the bound itself is stored, so that -0.0 becomes 0.0.
__global__ void clamp(const float* x, float low, float high, float* out, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    float value = x[i];
    if (value <= low) value = low;
    if (value >= high) value = high;
    out[i] = value;
}

// The same sum with its roundings settled: fmaf rounds once, and what is written with the other two is never fused.
__global__ void once_and_twice(float a, const float* x, const float* y, float* once, float* twice, int N) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= N) return;
    once[i] = fmaf(a, x[i], y[i]);
    twice[i] = __fadd_rn(__fmul_rn(a, x[i]), y[i]);
}

// ---- Check ------------------------------------------------------------------------------------

// The two roundings of saxpy take at most 2^-24 of the product and 2^-24 of the sum, 6e-8 each. What is allowed hangs
// on the largest product and y, since a sum may be small where they are not: more than three times both roundings.
verify::Tolerance tolerance(float a, const Floats& x, const Floats& y) {
    double largest = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, std::fabs(double(a) * x[i]) + std::fabs(double(y[i])));
    return {.abs = 4e-7 * largest};
}

// Checks all gates on x and y, and returns what saxpy made of them.
Floats check(verify::Gates& gates, const char* name, float a, const Floats& x, const Floats& y) {
    const int N = x.size(), blocks = (N + BLOCK - 1) / BLOCK, bytes = N * sizeof(float);
    float *d_x, *d_y, *d_out, *d_twice;
    CHECK_CUDA(cudaMalloc(&d_x, bytes));
    CHECK_CUDA(cudaMalloc(&d_y, bytes));
    CHECK_CUDA(cudaMalloc(&d_out, bytes));
    CHECK_CUDA(cudaMalloc(&d_twice, bytes));
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(d_y, y.data(), bytes, cudaMemcpyHostToDevice));

    Floats axpy(N), clamped(N), once(N), twice(N);
    CHECK_CUDA(cudaMemset(d_out, 0xFF, bytes));  // poison: an element that nobody writes is NaN
    saxpy<<<blocks, BLOCK>>>(a, d_x, d_y, d_out, N);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(axpy.data(), d_out, bytes, cudaMemcpyDeviceToHost));

    CHECK_CUDA(cudaMemset(d_out, 0xFF, bytes));
    clamp<<<blocks, BLOCK>>>(d_x, LOW, HIGH, d_out, N);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(clamped.data(), d_out, bytes, cudaMemcpyDeviceToHost));

    CHECK_CUDA(cudaMemset(d_out, 0xFF, bytes));
    CHECK_CUDA(cudaMemset(d_twice, 0xFF, bytes));
    once_and_twice<<<blocks, BLOCK>>>(a, d_x, d_y, d_out, d_twice, N);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(once.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(twice.data(), d_twice, bytes, cudaMemcpyDeviceToHost));
    for (float* array : {d_x, d_y, d_out, d_twice}) CHECK_CUDA(cudaFree(array));

    gates.begin(name);
    gates.check("saxpy", axpy, reference_saxpy(a, x, y), {N}, tolerance(a, x, y));
    gates.exact("clamp", clamped, reference_clamp(x, LOW, HIGH), {N});
    gates.exact("fma", once, reference_once(a, x, y), {N});
    gates.exact("fma", twice, reference_twice(a, x, y), {N});
    return axpy;
}

// ---- Measure ----------------------------------------------------------------------------------

// Prints the first elements that the other rounding changes, and with which of the two a * x + y agrees. The gate fma
// has shown that the device makes the same bits of them.
void measure(float a, const Floats& x, const Floats& y, const Floats& device) {
    const Floats once = reference_once(a, x, y), twice = reference_twice(a, x, y);
    int different = 0, last_bit = 0, device_once = 0, device_twice = 0, host_once = 0, host_twice = 0;
    std::printf("\n    i           x           y  rounded once             rounded twice\n");
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float host = a * x[i] + y[i];
        device_once += device[i] == once[i], device_twice += device[i] == twice[i];
        host_once += host == once[i], host_twice += host == twice[i];
        if (once[i] == twice[i]) continue;
        last_bit += std::nextafter(once[i], twice[i]) == twice[i];
        if (++different > 4) continue;
        std::printf("%5zu  %10.7f  %10.7f  %08x %14.7e  %08x %14.7e\n", i, x[i], y[i], std::bit_cast<unsigned>(once[i]),
                    once[i], std::bit_cast<unsigned>(twice[i]), twice[i]);
    }
    std::printf("%d of %zu differ, %d of them by one step of the last bit\n\n", different, x.size(), last_bit);
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
