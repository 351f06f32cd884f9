// Math functions that CUDA adds to C's: min and max in the global namespace, rsqrt, sincospi, norms, and so on. Where
// the C library's own are too coarse, see runtime/math.cc.
#pragma once

// The C++ library's own <math.h> and <stdlib.h>, for their overloads outside std: exp(float) is a float, and abs(-0.5f)
// is not the integer 0. nvcc includes both by itself too.
#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <type_traits>

namespace cpu_device {
// The type of C's a + b, where CUDA has min and max of both: both are integers, or neither is.
template <class A, class B>
using Common =
    std::enable_if_t<std::is_arithmetic_v<A> && std::is_integral_v<A> == std::is_integral_v<B>, decltype(A() + B())>;

constexpr long double pi = 3.14159265358979323846264338L, root_half = 0.70710678118654752440084436L;

// Of the vector of the numbers.
inline long double length(long double a, long double b, long double c = 0, long double d = 0) {
    return std::hypot(std::hypot(a, b), std::hypot(c, d));
}
}  // namespace cpu_device

// Mixed signs compare as unsigned, as CUDA documents. Of a number and NaN, it is the number.
template <class A, class B, class T = cpu_device::Common<A, B>>
constexpr T min(A a, B b) {
    const T x = static_cast<T>(a), y = static_cast<T>(b);
    const T smaller = x < y ? x : y;
    return y != y ? x : smaller;
}
template <class A, class B, class T = cpu_device::Common<A, B>>
constexpr T max(A a, B b) {
    const T x = static_cast<T>(a), y = static_cast<T>(b);
    const T larger = x > y ? x : y;
    return y != y ? x : larger;
}

inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }

// Computed in long double and rounded once: within CUDA's bounds, which are 1 to 5 units in the last place.
inline double rcbrt(double x) { return static_cast<double>(1.0L / std::cbrt(static_cast<long double>(x))); }
inline double normcdf(double x) { return static_cast<double>(0.5L * std::erfc(-x * cpu_device::root_half)); }
inline double rhypot(double a, double b) { return static_cast<double>(1.0L / cpu_device::length(a, b)); }
inline double norm3d(double a, double b, double c) { return static_cast<double>(cpu_device::length(a, b, c)); }
inline double norm4d(double a, double b, double c, double d) {
    return static_cast<double>(cpu_device::length(a, b, c, d));
}
inline double rnorm3d(double a, double b, double c) { return static_cast<double>(1.0L / cpu_device::length(a, b, c)); }
inline double rnorm4d(double a, double b, double c, double d) {
    return static_cast<double>(1.0L / cpu_device::length(a, b, c, d));
}

// sin and cos of pi x. x modulo 2 is exact, and so is what is left to the nearest zero: sinpi(1) is 0.
inline double sinpi(double x) {
    const double turn = std::fabs(std::remainder(x, 2.0));
    const double to_zero = turn > 0.5 ? 1.0 - turn : turn;
    if (to_zero == 0.0) return std::copysign(0.0, x);
    return std::copysign(static_cast<double>(std::sin(cpu_device::pi * to_zero)), std::remainder(x, 2.0));
}
inline double cospi(double x) {
    return static_cast<double>(std::sin(cpu_device::pi * (0.5 - std::fabs(std::remainder(x, 2.0)))));
}
inline void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}

// A float's function, under both of its names, is the double's rounded once.
#define CPU_DEVICE_FLOAT(name)                                                    \
    inline float name##f(float x) { return static_cast<float>(name(double{x})); } \
    inline float name(float x) { return name##f(x); }
CPU_DEVICE_FLOAT(rsqrt)
CPU_DEVICE_FLOAT(rcbrt)
CPU_DEVICE_FLOAT(sinpi)
CPU_DEVICE_FLOAT(cospi)
CPU_DEVICE_FLOAT(normcdf)
#undef CPU_DEVICE_FLOAT

inline float exp10(float x) { return ::exp10f(x); }
inline void sincos(float x, float* sine, float* cosine) { ::sincosf(x, sine, cosine); }
inline void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
inline void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
inline float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
inline float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }
inline float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
inline float fdividef(float a, float b) { return a / b; }

#ifdef __CUDACC__  // host code may have its own
// Of one kind of integers each.
constexpr unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
constexpr unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
constexpr long long llmin(long long a, long long b) { return a < b ? a : b; }
constexpr long long llmax(long long a, long long b) { return a < b ? b : a; }
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
#endif
