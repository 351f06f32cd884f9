// How far a function is from the exact result, in units in the last place (ulp). The bounds in the programs are those
// of the CUDA C++ Programming Guide, "Mathematical Functions": the largest difference, in ulp, between the correctly
// rounded result and the function's. A library may be better than its bound, so what is printed is only whether it
// holds.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "show.h"

// |got - exact| in ulp of T, where `exact` has more digits than T has. A correctly rounded result is within 0.5 of it.
template <class T, class Exact>
double ulps(T got, Exact exact) {
    const int exponent = std::max(std::ilogb(static_cast<T>(exact)), std::numeric_limits<T>::min_exponent - 1);
    const Exact ulp = std::ldexp(Exact(1), exponent - (std::numeric_limits<T>::digits - 1));
    return static_cast<double>(std::fabs(static_cast<Exact>(got) - exact) / ulp);
}

template <class T, class Function>
__global__ void evaluate(Function function, const T* x, const T* y, T* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = function(x[i], y[i]);
}

template <class T>
struct Range {
    T low, high;
};

// Prints whether function(x, y) is within `bound` ulp of exact(x, y), which is computed with more digits, for 4096
// pairs (x, y) from the two ranges. What is not a normal number is left out.
template <class T, class Exact, class Function, class ExactFunction>
void check(const char* name, int bound, Range<T> xs, Range<T> ys, Function function, ExactFunction exact) {
    constexpr int N = 4096;
    std::vector<T> x(N), y(N), got(N);
    for (int i = 0; i < N; ++i) {
        x[i] = xs.low + (xs.high - xs.low) * (static_cast<T>(i) / (N - 1));
        y[i] = ys.low + (ys.high - ys.low) * (static_cast<T>(i * 2531 % N) / (N - 1));
    }
    T* device;
    must(cudaMalloc(&device, 3 * N * sizeof(T)));
    must(cudaMemcpy(device, x.data(), N * sizeof(T), cudaMemcpyHostToDevice));
    must(cudaMemcpy(device + N, y.data(), N * sizeof(T), cudaMemcpyHostToDevice));
    evaluate<<<N / 256, 256>>>(function, device, device + N, device + 2 * N, N);
    must(cudaGetLastError());
    must(cudaMemcpy(got.data(), device + 2 * N, N * sizeof(T), cudaMemcpyDeviceToHost));
    must(cudaFree(device));

    double worst = 0;
    int at = 0;
    for (int i = 0; i < N; ++i) {
        const Exact want = exact(static_cast<Exact>(x[i]), static_cast<Exact>(y[i]));
        if (!std::isnormal(static_cast<T>(want))) continue;
        const double distance = std::isnan(got[i]) ? INFINITY : ulps(got[i], want);
        if (distance > worst) worst = distance, at = i;
    }
    if (worst <= bound + 0.51)  // 0.5 for the rounding, the rest for the last digits of `exact`
        std::printf("%-12s within %d ulp\n", name, bound);
    else
        std::printf("%-12s NOT within %d ulp: %.1f at (%.17g, %.17g)\n", name, bound, worst - 0.5,
                    static_cast<double>(x[at]), static_cast<double>(y[at]));
}

// The same for functions of one number. Float functions are compared with double ones, double functions with those of
// long double.
template <class Function>
struct OfFirst {
    Function function;
    template <class T>
    __device__ T operator()(T x, T) const {
        return function(x);
    }
};
template <class Function, class ExactFunction>
void check(const char* name, int bound, float low, float high, Function function, ExactFunction exact) {
    check<float, double>(name, bound, Range<float>{low, high}, Range<float>{0, 0}, OfFirst<Function>{function},
                         [=](double x, double) { return exact(x); });
}
template <class Function, class ExactFunction>
void check(const char* name, int bound, double low, double high, Function function, ExactFunction exact) {
    check<double, long double>(name, bound, Range<double>{low, high}, Range<double>{0, 0}, OfFirst<Function>{function},
                               [=](long double x, long double) { return exact(x); });
}
