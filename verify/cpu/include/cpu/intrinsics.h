// Intrinsics: bit functions, casts between types and bits, arithmetic with a rounding mode, and the fast approximate
// functions, which are exact to a float's last bit here and are not on a GPU.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>

// ---- Bits -------------------------------------------------------------------------------------

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
    unsigned reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1u) << (31 - bit);
    return reversed;
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
}
// Bytes 0..7 are x's and y's, lowest first; the low three bits of each hexadecimal digit of the selector pick one.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) result |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7u) * 8 & 0xffu) << 8 * i;
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// ---- Integers ---------------------------------------------------------------------------------

inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline unsigned __sad(int a, int b, unsigned c) {
    return static_cast<unsigned>(std::abs(static_cast<long long>(a) - b)) + c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

// ---- The same bits as another type ------------------------------------------------------------

namespace cpu_device {
template <class To, class From>
inline To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

// Computes in rounding mode `mode` and restores the old one; the barriers keep the compiler from moving the operation
// out.
template <class T, class Operation>
inline T rounded(int mode, T a, T b, T c, Operation operation) {
    const int before = std::fegetround();
    std::fesetround(mode);
    asm volatile("" : "+m"(a), "+m"(b), "+m"(c)::"memory");
    T result = operation(a, b, c);
    asm volatile("" : "+m"(result)::"memory");
    std::fesetround(before);
    return result;
}
}  // namespace cpu_device

inline int __float_as_int(float x) { return cpu_device::same_bits<int>(x); }
inline unsigned __float_as_uint(float x) { return cpu_device::same_bits<unsigned>(x); }
inline float __int_as_float(int x) { return cpu_device::same_bits<float>(x); }
inline float __uint_as_float(unsigned x) { return cpu_device::same_bits<float>(x); }
inline long long __double_as_longlong(double x) { return cpu_device::same_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return cpu_device::same_bits<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

// ---- Arithmetic with a rounding mode ----------------------------------------------------------

#define CPU_DEVICE_ROUNDED(suffix, mode)                                                                           \
    inline float __fadd_##suffix(float a, float b) {                                                               \
        return cpu_device::rounded(mode, a, b, 0.0f, [](float a, float b, float) { return a + b; });               \
    }                                                                                                              \
    inline float __fsub_##suffix(float a, float b) {                                                               \
        return cpu_device::rounded(mode, a, b, 0.0f, [](float a, float b, float) { return a - b; });               \
    }                                                                                                              \
    inline float __fmul_##suffix(float a, float b) {                                                               \
        return cpu_device::rounded(mode, a, b, 0.0f, [](float a, float b, float) { return a * b; });               \
    }                                                                                                              \
    inline float __fdiv_##suffix(float a, float b) {                                                               \
        return cpu_device::rounded(mode, a, b, 0.0f, [](float a, float b, float) { return a / b; });               \
    }                                                                                                              \
    inline float __frcp_##suffix(float a) {                                                                        \
        return cpu_device::rounded(mode, a, 0.0f, 0.0f, [](float a, float, float) { return 1.0f / a; });           \
    }                                                                                                              \
    inline float __fsqrt_##suffix(float a) {                                                                       \
        return cpu_device::rounded(mode, a, 0.0f, 0.0f, [](float a, float, float) { return std::sqrt(a); });       \
    }                                                                                                              \
    inline float __fmaf_##suffix(float a, float b, float c) {                                                      \
        return cpu_device::rounded(mode, a, b, c, [](float a, float b, float c) { return std::fma(a, b, c); });    \
    }                                                                                                              \
    inline double __dadd_##suffix(double a, double b) {                                                            \
        return cpu_device::rounded(mode, a, b, 0.0, [](double a, double b, double) { return a + b; });             \
    }                                                                                                              \
    inline double __dsub_##suffix(double a, double b) {                                                            \
        return cpu_device::rounded(mode, a, b, 0.0, [](double a, double b, double) { return a - b; });             \
    }                                                                                                              \
    inline double __dmul_##suffix(double a, double b) {                                                            \
        return cpu_device::rounded(mode, a, b, 0.0, [](double a, double b, double) { return a * b; });             \
    }                                                                                                              \
    inline double __ddiv_##suffix(double a, double b) {                                                            \
        return cpu_device::rounded(mode, a, b, 0.0, [](double a, double b, double) { return a / b; });             \
    }                                                                                                              \
    inline double __drcp_##suffix(double a) {                                                                      \
        return cpu_device::rounded(mode, a, 0.0, 0.0, [](double a, double, double) { return 1.0 / a; });           \
    }                                                                                                              \
    inline double __dsqrt_##suffix(double a) {                                                                     \
        return cpu_device::rounded(mode, a, 0.0, 0.0, [](double a, double, double) { return std::sqrt(a); });      \
    }                                                                                                              \
    inline double __fma_##suffix(double a, double b, double c) {                                                   \
        return cpu_device::rounded(mode, a, b, c, [](double a, double b, double c) { return std::fma(a, b, c); }); \
    }
CPU_DEVICE_ROUNDED(rn, FE_TONEAREST)
CPU_DEVICE_ROUNDED(rz, FE_TOWARDZERO)
CPU_DEVICE_ROUNDED(ru, FE_UPWARD)
CPU_DEVICE_ROUNDED(rd, FE_DOWNWARD)
#undef CPU_DEVICE_ROUNDED

// ---- Fast functions ---------------------------------------------------------------------------

inline float __expf(float x) { return static_cast<float>(std::exp(static_cast<double>(x))); }
inline float __exp10f(float x) { return static_cast<float>(std::pow(10.0, static_cast<double>(x))); }
inline float __logf(float x) { return static_cast<float>(std::log(static_cast<double>(x))); }
inline float __log2f(float x) { return static_cast<float>(std::log2(static_cast<double>(x))); }
inline float __log10f(float x) { return static_cast<float>(std::log10(static_cast<double>(x))); }
inline float __powf(float x, float y) {
    return static_cast<float>(std::pow(static_cast<double>(x), static_cast<double>(y)));
}
inline float __sinf(float x) { return static_cast<float>(std::sin(static_cast<double>(x))); }
inline float __cosf(float x) { return static_cast<float>(std::cos(static_cast<double>(x))); }
inline float __tanf(float x) { return static_cast<float>(std::tan(static_cast<double>(x))); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __saturatef(float x) { return x > 1.0f ? 1.0f : x > 0.0f ? x : 0.0f; }  // NaN gives 0
inline float __frsqrt_rn(float x) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(x))); }

// ---- Control ----------------------------------------------------------------------------------

void __nanosleep(unsigned nanoseconds);  // lets other threads of the block run; takes no time of its own
[[noreturn]] void __trap();
