// Conversions between integers and floating point with a rounding mode: _rn to nearest, ties to even; _rz towards zero;
// _ru up; _rd down.
#pragma once

#include <cfenv>
#include <cmath>
#include <limits>
#include <type_traits>

namespace cpu_device {

// An integral x as To: what does not fit becomes the nearest that does. NaN becomes 0 where both types have 32 bits,
// and the top bit otherwise.
template <class To, class From>
inline To saturated(From x) {
    if (std::isnan(x))
        return sizeof(To) == 4 && sizeof(From) == 4 ? To{} : static_cast<To>(To{1} << (8 * sizeof(To) - 1));
    if (x <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (x >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(x);
}

// x as To in rounding mode `mode`, rounded once. The barriers keep the compiler from moving the conversion out.
template <class To, class From>
inline To converted(int mode, From x) {
    const int before = std::fegetround();
    std::fesetround(mode);
    asm volatile("" : "+m"(x)::"memory");
    To result = static_cast<To>(x);
    asm volatile("" : "+m"(result)::"memory");
    std::fesetround(before);
    return result;
}

}  // namespace cpu_device

#define CPU_DEVICE_TO_INTEGER(name, From, To)                                            \
    inline To name##_rn(From x) { return cpu_device::saturated<To>(std::nearbyint(x)); } \
    inline To name##_rz(From x) { return cpu_device::saturated<To>(std::trunc(x)); }     \
    inline To name##_ru(From x) { return cpu_device::saturated<To>(std::ceil(x)); }      \
    inline To name##_rd(From x) { return cpu_device::saturated<To>(std::floor(x)); }
CPU_DEVICE_TO_INTEGER(__float2int, float, int)
CPU_DEVICE_TO_INTEGER(__float2uint, float, unsigned)
CPU_DEVICE_TO_INTEGER(__float2ll, float, long long)
CPU_DEVICE_TO_INTEGER(__float2ull, float, unsigned long long)
CPU_DEVICE_TO_INTEGER(__double2int, double, int)
CPU_DEVICE_TO_INTEGER(__double2uint, double, unsigned)
CPU_DEVICE_TO_INTEGER(__double2ll, double, long long)
CPU_DEVICE_TO_INTEGER(__double2ull, double, unsigned long long)
#undef CPU_DEVICE_TO_INTEGER

#define CPU_DEVICE_TO_FLOATING(name, From, To)                                                \
    inline To name##_rn(From x) { return static_cast<To>(x); }                                \
    inline To name##_rz(From x) { return cpu_device::converted<To, From>(FE_TOWARDZERO, x); } \
    inline To name##_ru(From x) { return cpu_device::converted<To, From>(FE_UPWARD, x); }     \
    inline To name##_rd(From x) { return cpu_device::converted<To, From>(FE_DOWNWARD, x); }
CPU_DEVICE_TO_FLOATING(__int2float, int, float)
CPU_DEVICE_TO_FLOATING(__uint2float, unsigned, float)
CPU_DEVICE_TO_FLOATING(__ll2float, long long, float)
CPU_DEVICE_TO_FLOATING(__ull2float, unsigned long long, float)
CPU_DEVICE_TO_FLOATING(__ll2double, long long, double)
CPU_DEVICE_TO_FLOATING(__ull2double, unsigned long long, double)
CPU_DEVICE_TO_FLOATING(__double2float, double, float)
#undef CPU_DEVICE_TO_FLOATING

inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
