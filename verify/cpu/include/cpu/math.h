// Math functions that CUDA adds to C's: min and max in the global namespace, rsqrt, sincos, norms, and so on.
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
inline double rcbrt(double x) { return 1.0 / std::cbrt(x); }
inline double sinpi(double x) { return std::sin(M_PI * x); }
inline double cospi(double x) { return std::cos(M_PI * x); }
inline double normcdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
inline double norm3d(double a, double b, double c) { return std::sqrt(a * a + b * b + c * c); }
inline double rhypot(double a, double b) { return 1.0 / std::hypot(a, b); }

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
inline float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
inline float rhypotf(float a, float b) { return static_cast<float>(rhypot(a, b)); }
inline float fdividef(float a, float b) { return a / b; }
