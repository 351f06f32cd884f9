// cuComplex and cuDoubleComplex. Division and magnitude scale first, so that squares do not overflow.
#pragma once

#include <math.h>

#include "cpu/qualifiers.h"
#include "cpu/vector_types.h"

using cuFloatComplex = float2;
using cuComplex = cuFloatComplex;
using cuDoubleComplex = double2;

namespace cpu_device {

template <class Complex, class Real>
__host__ __device__ inline Complex complex(Real re, Real im) {
    Complex z;
    z.x = re, z.y = im;
    return z;
}
template <class Complex>
__host__ __device__ inline Complex complex_product(Complex a, Complex b) {
    return complex<Complex>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
template <class Complex>
__host__ __device__ inline Complex complex_quotient(Complex a, Complex b) {
    const auto scale = 1 / (fabs(b.x) + fabs(b.y));
    const auto ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
    const auto inverse = 1 / (bx * bx + by * by);
    return complex<Complex>((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse);
}

}  // namespace cpu_device

#define CPU_DEVICE_COMPLEX(Complex, Real, make, real, imag, conjugate, add, subtract, multiply, divide, absolute,     \
                           fused)                                                                                     \
    __host__ __device__ inline Complex make(Real re, Real im) { return ::cpu_device::complex<Complex>(re, im); }      \
    __host__ __device__ inline Real real(Complex z) { return z.x; }                                                   \
    __host__ __device__ inline Real imag(Complex z) { return z.y; }                                                   \
    __host__ __device__ inline Complex conjugate(Complex z) { return make(z.x, -z.y); }                               \
    __host__ __device__ inline Complex add(Complex a, Complex b) { return make(a.x + b.x, a.y + b.y); }               \
    __host__ __device__ inline Complex subtract(Complex a, Complex b) { return make(a.x - b.x, a.y - b.y); }          \
    __host__ __device__ inline Complex multiply(Complex a, Complex b) { return ::cpu_device::complex_product(a, b); } \
    __host__ __device__ inline Complex divide(Complex a, Complex b) { return ::cpu_device::complex_quotient(a, b); }  \
    __host__ __device__ inline Real absolute(Complex z) {                                                             \
        return static_cast<Real>(::hypot(static_cast<double>(z.x), static_cast<double>(z.y)));                        \
    }                                                                                                                 \
    __host__ __device__ inline Complex fused(Complex a, Complex b, Complex c) { return add(multiply(a, b), c); }

CPU_DEVICE_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf, cuCaddf, cuCsubf, cuCmulf,
                   cuCdivf, cuCabsf, cuCfmaf)
CPU_DEVICE_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, cuCreal, cuCimag, cuConj, cuCadd, cuCsub, cuCmul,
                   cuCdiv, cuCabs, cuCfma)
#undef CPU_DEVICE_COMPLEX

__host__ __device__ inline cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return make_cuDoubleComplex(z.x, z.y);
}
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return make_cuFloatComplex(static_cast<float>(z.x), static_cast<float>(z.y));
}
