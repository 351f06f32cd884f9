// What half precision and bfloat16 have in common: everything but their formats and names. cpu/half.h and
// cpu/bfloat16.h include this once each, after they have defined
//     CPU_F16, CPU_F16_RAW, CPU_F16X2, CPU_F16X2_RAW   the type, its bits, a pair and its bits
//     CPU_F16_NAME                                     what the type is called in functions' names: half, bfloat16
//     CPU_F16_FRACTION                                 bits of the fraction
//     CPU_F16_OTHER                                    the other type
//     CPU_F16_CONVERSIONS, _OPERATORS, CPU_F16X2_OPERATORS   1, or 0 where the program switched them off
// Every function computes its exact result, or one in double, and rounds it once. What touches the caller's memory is
// always inlined, so that an access is the caller's own.

#define CPU_F16_INLINE inline __attribute__((always_inline))
#define CPU_F16_JOIN_(a, b, c) a##b##c
#define CPU_F16_JOIN(a, b, c) CPU_F16_JOIN_(a, b, c)
#define CPU_F16_CALLED(before, after) CPU_F16_JOIN(before, CPU_F16_NAME, after)  // __float2 and _rn: __float2half_rn

struct __attribute__((aligned(2))) CPU_F16_RAW {
    unsigned short x;
};
struct __attribute__((aligned(4))) CPU_F16X2_RAW {
    unsigned short x, y;
};

// ---- The type ---------------------------------------------------------------------------------

struct CPU_F16_OTHER;

struct __attribute__((aligned(2))) CPU_F16 {
 protected:
    unsigned short __x;

 public:
    CPU_F16() = default;
    CPU_F16_INLINE constexpr CPU_F16(const CPU_F16_RAW& bits) : __x(bits.x) {}
    CPU_F16_INLINE CPU_F16& operator=(const CPU_F16_RAW& bits) { return __x = bits.x, *this; }
    CPU_F16_INLINE void operator=(const CPU_F16_RAW& bits) volatile { __x = bits.x; }
    CPU_F16_INLINE void operator=(const volatile CPU_F16_RAW& bits) volatile { __x = bits.x; }
    CPU_F16_INLINE constexpr operator CPU_F16_RAW() const { return {__x}; }
    CPU_F16_INLINE operator CPU_F16_RAW() const volatile { return {__x}; }

#if CPU_F16_CONVERSIONS
    explicit CPU_F16(CPU_F16_OTHER x);
    CPU_F16_INLINE constexpr CPU_F16(float x) : __x(cpu_device::float16::from_float<CPU_F16_FRACTION>(x)) {}
    CPU_F16_INLINE constexpr CPU_F16(double x) : __x(cpu_device::float16::from_double<CPU_F16_FRACTION>(x)) {}
    CPU_F16_INLINE CPU_F16& operator=(float x) { return *this = CPU_F16(x); }
    CPU_F16_INLINE CPU_F16& operator=(double x) { return *this = CPU_F16(x); }
    CPU_F16_INLINE constexpr operator float() const { return cpu_device::float16::to_float<CPU_F16_FRACTION>(__x); }
    CPU_F16_INLINE constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#define CPU_F16_INTEGER(T)                                                                                 \
    CPU_F16_INLINE constexpr CPU_F16(T x) : __x(cpu_device::float16::from_integer<CPU_F16_FRACTION>(x)) {} \
    CPU_F16_INLINE constexpr operator T() const {                                                          \
        return cpu_device::float16::to_integer<T>(cpu_device::float16::to_float<CPU_F16_FRACTION>(__x));   \
    }
    CPU_F16_INTEGER(short)
    CPU_F16_INTEGER(unsigned short)
    CPU_F16_INTEGER(int)
    CPU_F16_INTEGER(unsigned)
    CPU_F16_INTEGER(long)
    CPU_F16_INTEGER(unsigned long)
    CPU_F16_INTEGER(long long)
    CPU_F16_INTEGER(unsigned long long)
#undef CPU_F16_INTEGER
#define CPU_F16_CHARACTER(T)                                                                             \
    CPU_F16_INLINE constexpr operator T() const {                                                        \
        return cpu_device::float16::to_integer<T>(cpu_device::float16::to_float<CPU_F16_FRACTION>(__x)); \
    }
    CPU_F16_CHARACTER(char)
    CPU_F16_CHARACTER(signed char)
    CPU_F16_CHARACTER(unsigned char)
#undef CPU_F16_CHARACTER
#define CPU_F16_ASSIGN(T) \
    CPU_F16_INLINE CPU_F16& operator=(T x) { return *this = CPU_F16(x); }
    CPU_F16_ASSIGN(short)
    CPU_F16_ASSIGN(unsigned short)
    CPU_F16_ASSIGN(int)
    CPU_F16_ASSIGN(unsigned)
    CPU_F16_ASSIGN(long long)
    CPU_F16_ASSIGN(unsigned long long)
#undef CPU_F16_ASSIGN
#endif
};

struct __attribute__((aligned(4))) CPU_F16X2 {
    CPU_F16 x, y;

    CPU_F16X2() = default;
    CPU_F16_INLINE constexpr CPU_F16X2(const CPU_F16& x, const CPU_F16& y) : x(x), y(y) {}
    CPU_F16_INLINE constexpr CPU_F16X2(const CPU_F16X2_RAW& bits) : x(CPU_F16_RAW{bits.x}), y(CPU_F16_RAW{bits.y}) {}
    template <class Bits>  // of these bits alone, or a = {x, y} might mean them
    CPU_F16_INLINE CPU_F16X2& operator=(const Bits& bits) requires std::is_same_v<Bits, CPU_F16X2_RAW> {
        return *this = CPU_F16X2(bits);
    }
    CPU_F16_INLINE constexpr operator CPU_F16X2_RAW() const {
        return {static_cast<CPU_F16_RAW>(x).x, static_cast<CPU_F16_RAW>(y).x};
    }
};

namespace cpu_device {
constexpr unsigned short bits_of(CPU_F16 a) { return static_cast<CPU_F16_RAW>(a).x; }
constexpr float value(CPU_F16 a) { return float16::to_float<CPU_F16_FRACTION>(bits_of(a)); }
inline bool is_nan(CPU_F16 a) { return (bits_of(a) & 0x7fff) > float16::infinity<CPU_F16_FRACTION>; }
}  // namespace cpu_device

// ---- The same bits as another type ------------------------------------------------------------

constexpr CPU_F16 CPU_F16_CALLED(__ushort_as_, )(unsigned short x) { return CPU_F16_RAW{x}; }
constexpr CPU_F16 CPU_F16_CALLED(__short_as_, )(short x) { return CPU_F16_RAW{static_cast<unsigned short>(x)}; }
constexpr unsigned short CPU_F16_CALLED(__, _as_ushort)(CPU_F16 a) { return cpu_device::bits_of(a); }
constexpr short CPU_F16_CALLED(__, _as_short)(CPU_F16 a) { return static_cast<short>(cpu_device::bits_of(a)); }

// ---- To and from float and double -------------------------------------------------------------

#define CPU_F16_FROM_BITS(bits) CPU_F16(CPU_F16_RAW{cpu_device::float16::bits})
constexpr CPU_F16 CPU_F16_CALLED(__float2, )(float x) { return CPU_F16_FROM_BITS(from_float<CPU_F16_FRACTION>(x)); }
constexpr CPU_F16 CPU_F16_CALLED(__float2, _rn)(float x) { return CPU_F16_FROM_BITS(from_float<CPU_F16_FRACTION>(x)); }
constexpr CPU_F16 CPU_F16_CALLED(__double2, )(double x) { return CPU_F16_FROM_BITS(from_double<CPU_F16_FRACTION>(x)); }
#define CPU_F16_ROUNDED(suffix, rounding)                                                                   \
    constexpr CPU_F16 CPU_F16_CALLED(__float2, suffix)(float x) {                                           \
        return CPU_F16_FROM_BITS(from_float<CPU_F16_FRACTION>(x, cpu_device::float16::Rounding::rounding)); \
    }
CPU_F16_ROUNDED(_rz, to_zero)
CPU_F16_ROUNDED(_ru, up)
CPU_F16_ROUNDED(_rd, down)
#undef CPU_F16_ROUNDED
constexpr float CPU_F16_CALLED(__, 2float)(CPU_F16 a) { return cpu_device::value(a); }

namespace cpu_device {
constexpr void round_to(CPU_F16& a, float x) { a = CPU_F16_CALLED(__float2, )(x); }
constexpr void round_to(CPU_F16& a, double x) { a = CPU_F16_CALLED(__double2, )(x); }
}  // namespace cpu_device

// ---- To and from integers ---------------------------------------------------------------------

#define CPU_F16_INTEGER_ROUNDED(name, T, suffix, rounding, function)                                          \
    constexpr CPU_F16 CPU_F16_CALLED(__##name##2, suffix)(T x) {                                              \
        return CPU_F16_FROM_BITS(from_integer<CPU_F16_FRACTION>(x, cpu_device::float16::Rounding::rounding)); \
    }                                                                                                         \
    inline T CPU_F16_CALLED(__, 2##name##suffix)(CPU_F16 a) {                                                 \
        return cpu_device::float16::to_integer<T>(std::function(cpu_device::value(a)));                       \
    }
#define CPU_F16_INTEGER(name, T)                              \
    CPU_F16_INTEGER_ROUNDED(name, T, _rn, nearest, nearbyint) \
    CPU_F16_INTEGER_ROUNDED(name, T, _rz, to_zero, trunc)     \
    CPU_F16_INTEGER_ROUNDED(name, T, _ru, up, ceil)           \
    CPU_F16_INTEGER_ROUNDED(name, T, _rd, down, floor)
CPU_F16_INTEGER(short, short)
CPU_F16_INTEGER(ushort, unsigned short)
CPU_F16_INTEGER(int, int)
CPU_F16_INTEGER(uint, unsigned)
CPU_F16_INTEGER(ll, long long)
CPU_F16_INTEGER(ull, unsigned long long)
#undef CPU_F16_INTEGER
#undef CPU_F16_INTEGER_ROUNDED
inline signed char CPU_F16_CALLED(__, 2char_rz)(CPU_F16 a) {
    return cpu_device::float16::to_integer<signed char>(cpu_device::value(a));
}
inline unsigned char CPU_F16_CALLED(__, 2uchar_rz)(CPU_F16 a) {
    return cpu_device::float16::to_integer<unsigned char>(cpu_device::value(a));
}

// ---- Pairs ------------------------------------------------------------------------------------

constexpr CPU_F16X2 CPU_F16_CALLED(make_, 2)(CPU_F16 x, CPU_F16 y) { return {x, y}; }
constexpr CPU_F16X2 CPU_F16_CALLED(__halves2, 2)(CPU_F16 low, CPU_F16 high) { return {low, high}; }
constexpr CPU_F16X2 CPU_F16_JOIN(CPU_F16_CALLED(__, 2), CPU_F16_NAME, 2)(CPU_F16 a) { return {a, a}; }
constexpr CPU_F16X2 CPU_F16_CALLED(__float2, 2_rn)(float x) {
    return {CPU_F16_CALLED(__float2, )(x), CPU_F16_CALLED(__float2, )(x)};
}
constexpr CPU_F16X2 CPU_F16_CALLED(__floats2, 2_rn)(float x, float y) {
    return {CPU_F16_CALLED(__float2, )(x), CPU_F16_CALLED(__float2, )(y)};
}
constexpr CPU_F16X2 CPU_F16_CALLED(__float22, 2_rn)(float2 a) { return CPU_F16_CALLED(__floats2, 2_rn)(a.x, a.y); }
constexpr float2 CPU_F16_CALLED(__, 22float2)(CPU_F16X2 a) { return {cpu_device::value(a.x), cpu_device::value(a.y)}; }
constexpr float __low2float(CPU_F16X2 a) { return cpu_device::value(a.x); }
constexpr float __high2float(CPU_F16X2 a) { return cpu_device::value(a.y); }
constexpr CPU_F16 CPU_F16_CALLED(__low2, )(CPU_F16X2 a) { return a.x; }
constexpr CPU_F16 CPU_F16_CALLED(__high2, )(CPU_F16X2 a) { return a.y; }
constexpr CPU_F16X2 CPU_F16_CALLED(__low2, 2)(CPU_F16X2 a) { return {a.x, a.x}; }
constexpr CPU_F16X2 CPU_F16_CALLED(__high2, 2)(CPU_F16X2 a) { return {a.y, a.y}; }
constexpr CPU_F16X2 CPU_F16_CALLED(__lows2, 2)(CPU_F16X2 a, CPU_F16X2 b) { return {a.x, b.x}; }
constexpr CPU_F16X2 CPU_F16_CALLED(__highs2, 2)(CPU_F16X2 a, CPU_F16X2 b) { return {a.y, b.y}; }
constexpr CPU_F16X2 __lowhigh2highlow(CPU_F16X2 a) { return {a.y, a.x}; }

// ---- Comparisons ------------------------------------------------------------------------------
// A name in u is also true when an operand is NaN; without it, that is always false, and __hne too.

inline bool __hisnan(CPU_F16 a) { return cpu_device::is_nan(a); }
inline int __hisinf(CPU_F16 a) {
    const int bits = cpu_device::bits_of(a);
    return (bits & 0x7fff) != cpu_device::float16::infinity<CPU_F16_FRACTION> ? 0 : bits > 0x7fff ? -1 : 1;
}

#define CPU_F16_COMPARISON(name, expression)                                                    \
    inline bool __h##name(CPU_F16 a, CPU_F16 b) {                                               \
        const float x = cpu_device::value(a), y = cpu_device::value(b);                         \
        return expression;                                                                      \
    }                                                                                           \
    inline CPU_F16X2 __h##name##2(CPU_F16X2 a, CPU_F16X2 b) {                                   \
        return CPU_F16_CALLED(__floats2, 2_rn)(__h##name(a.x, b.x), __h##name(a.y, b.y));       \
    }                                                                                           \
    inline unsigned __h##name##2_mask(CPU_F16X2 a, CPU_F16X2 b) {                               \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }                                                                                           \
    inline bool __hb##name##2(CPU_F16X2 a, CPU_F16X2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
CPU_F16_COMPARISON(eq, x == y)
CPU_F16_COMPARISON(ne, x<y || x> y)
CPU_F16_COMPARISON(le, x <= y)
CPU_F16_COMPARISON(ge, x >= y)
CPU_F16_COMPARISON(lt, x < y)
CPU_F16_COMPARISON(gt, x > y)
CPU_F16_COMPARISON(equ, !(x < y || x > y))
CPU_F16_COMPARISON(neu, !(x == y))
CPU_F16_COMPARISON(leu, !(x > y))
CPU_F16_COMPARISON(geu, !(x < y))
CPU_F16_COMPARISON(ltu, !(x >= y))
CPU_F16_COMPARISON(gtu, !(x <= y))
#undef CPU_F16_COMPARISON
inline CPU_F16X2 __hisnan2(CPU_F16X2 a) { return CPU_F16_CALLED(__floats2, 2_rn)(__hisnan(a.x), __hisnan(a.y)); }

// ---- Arithmetic -------------------------------------------------------------------------------

constexpr CPU_F16 __hneg(CPU_F16 a) {
    return CPU_F16_RAW{static_cast<unsigned short>(cpu_device::bits_of(a) ^ 0x8000)};
}
constexpr CPU_F16 __habs(CPU_F16 a) {
    return CPU_F16_RAW{static_cast<unsigned short>(cpu_device::bits_of(a) & 0x7fff)};
}
constexpr CPU_F16X2 __hneg2(CPU_F16X2 a) { return {__hneg(a.x), __hneg(a.y)}; }
constexpr CPU_F16X2 __habs2(CPU_F16X2 a) { return {__habs(a.x), __habs(a.y)}; }

// Of a number and NaN, it is the number; the _nan forms give NaN. -0 is less than +0.
#define CPU_F16_CHOICE(name, less)                                                                  \
    inline CPU_F16 name(CPU_F16 a, CPU_F16 b) {                                                     \
        if (__hisnan(a) && __hisnan(b)) return CPU_F16_RAW{cpu_device::float16::nan};               \
        if (__hisnan(a)) return b;                                                                  \
        if (__hisnan(b)) return a;                                                                  \
        const float x = cpu_device::value(a), y = cpu_device::value(b);                             \
        return x == y ? (std::signbit(x) == (0 less 1) ? a : b) : x less y ? a : b;                 \
    }                                                                                               \
    inline CPU_F16 name##_nan(CPU_F16 a, CPU_F16 b) {                                               \
        if (__hisnan(a) || __hisnan(b)) return CPU_F16_RAW{cpu_device::float16::nan};               \
        return name(a, b);                                                                          \
    }                                                                                               \
    inline CPU_F16X2 name##2(CPU_F16X2 a, CPU_F16X2 b) { return {name(a.x, b.x), name(a.y, b.y)}; } \
    inline CPU_F16X2 name##2_nan(CPU_F16X2 a, CPU_F16X2 b) { return {name##_nan(a.x, b.x), name##_nan(a.y, b.y)}; }
CPU_F16_CHOICE(__hmin, <)
CPU_F16_CHOICE(__hmax, >)
#undef CPU_F16_CHOICE

namespace cpu_device {
inline CPU_F16 saturated(CPU_F16 a) {  // to 0 .. 1; NaN becomes 0
    return __hmin(__hmax(a, CPU_F16_RAW{0}), CPU_F16_CALLED(__float2, )(1.0f));
}
inline CPU_F16 not_negative(CPU_F16 a) { return __hmax_nan(a, CPU_F16_RAW{0}); }
}  // namespace cpu_device

#define CPU_F16_OPERATION(name, Exact, expression)                                                                 \
    inline CPU_F16 __h##name(CPU_F16 a, CPU_F16 b) {                                                               \
        const Exact x = cpu_device::value(a), y = cpu_device::value(b);                                            \
        CPU_F16 result;                                                                                            \
        cpu_device::round_to(result, expression);                                                                  \
        return result;                                                                                             \
    }                                                                                                              \
    inline CPU_F16 __h##name##_rn(CPU_F16 a, CPU_F16 b) { return __h##name(a, b); }                                \
    inline CPU_F16 __h##name##_sat(CPU_F16 a, CPU_F16 b) { return cpu_device::saturated(__h##name(a, b)); }        \
    inline CPU_F16X2 __h##name##2(CPU_F16X2 a, CPU_F16X2 b) { return {__h##name(a.x, b.x), __h##name(a.y, b.y)}; } \
    inline CPU_F16X2 __h##name##2_rn(CPU_F16X2 a, CPU_F16X2 b) { return __h##name##2(a, b); }                      \
    inline CPU_F16X2 __h##name##2_sat(CPU_F16X2 a, CPU_F16X2 b) {                                                  \
        return {__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y)};                                             \
    }
// A float has more than twice the digits, so that its rounding first does no harm; a product may be too small for it.
CPU_F16_OPERATION(add, float, x + y)
CPU_F16_OPERATION(sub, float, x - y)
CPU_F16_OPERATION(mul, double, x* y)
#undef CPU_F16_OPERATION

inline CPU_F16 __hdiv(CPU_F16 a, CPU_F16 b) {
    return CPU_F16_CALLED(__double2, )(static_cast<double>(cpu_device::value(a)) / cpu_device::value(b));
}
inline CPU_F16X2 __h2div(CPU_F16X2 a, CPU_F16X2 b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }

inline CPU_F16 __hfma(CPU_F16 a, CPU_F16 b, CPU_F16 c) {
    return CPU_F16_CALLED(
        __double2, )(cpu_device::float16::fused(cpu_device::value(a), cpu_device::value(b), cpu_device::value(c)));
}
inline CPU_F16 __hfma_sat(CPU_F16 a, CPU_F16 b, CPU_F16 c) { return cpu_device::saturated(__hfma(a, b, c)); }
inline CPU_F16 __hfma_relu(CPU_F16 a, CPU_F16 b, CPU_F16 c) { return cpu_device::not_negative(__hfma(a, b, c)); }
#define CPU_F16_FUSED(suffix)                                                  \
    inline CPU_F16X2 __hfma2##suffix(CPU_F16X2 a, CPU_F16X2 b, CPU_F16X2 c) {  \
        return {__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y)}; \
    }
CPU_F16_FUSED()
CPU_F16_FUSED(_sat)
CPU_F16_FUSED(_relu)
#undef CPU_F16_FUSED
// a * b + c of complex numbers (real, imaginary).
inline CPU_F16X2 __hcmadd(CPU_F16X2 a, CPU_F16X2 b, CPU_F16X2 c) {
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// ---- Functions --------------------------------------------------------------------------------
// Computed in double and rounded once, which is what an H200 gives for every one of the 65536 numbers; but
// tanh_approx is coarser there.

#define CPU_F16_FUNCTION(name, expression)              \
    inline CPU_F16 h##name(CPU_F16 a) {                 \
        const double x = cpu_device::value(a);          \
        return CPU_F16_CALLED(__double2, )(expression); \
    }                                                   \
    inline CPU_F16X2 h2##name(CPU_F16X2 a) { return {h##name(a.x), h##name(a.y)}; }
CPU_F16_FUNCTION(trunc, std::trunc(x))
CPU_F16_FUNCTION(ceil, std::ceil(x))
CPU_F16_FUNCTION(floor, std::floor(x))
CPU_F16_FUNCTION(rint, std::nearbyint(x))
CPU_F16_FUNCTION(sqrt, std::sqrt(x))
CPU_F16_FUNCTION(rsqrt, 1.0 / std::sqrt(x))
CPU_F16_FUNCTION(rcp, 1.0 / x)
CPU_F16_FUNCTION(log, std::log(x))
CPU_F16_FUNCTION(log2, std::log2(x))
CPU_F16_FUNCTION(log10, std::log10(x))
CPU_F16_FUNCTION(exp, std::exp(x))
CPU_F16_FUNCTION(exp2, std::exp2(x))
CPU_F16_FUNCTION(exp10, ::exp10(x))
CPU_F16_FUNCTION(sin, std::sin(x))
CPU_F16_FUNCTION(cos, std::cos(x))
CPU_F16_FUNCTION(tanh, std::tanh(x))
CPU_F16_FUNCTION(tanh_approx, std::tanh(x))
#undef CPU_F16_FUNCTION

// ---- Atomic functions -------------------------------------------------------------------------
// A pair is added to as a whole, where a GPU promises that for each half only.

CPU_F16_INLINE CPU_F16 atomicAdd(CPU_F16* address, CPU_F16 value) {
    return cpu_device::atomic_update(address, [=](CPU_F16 old) { return __hadd(old, value); });
}
CPU_F16_INLINE CPU_F16X2 atomicAdd(CPU_F16X2* address, CPU_F16X2 value) {
    return cpu_device::atomic_update(address, [=](CPU_F16X2 old) { return __hadd2(old, value); });
}

// ---- Operators --------------------------------------------------------------------------------

#define CPU_F16_ARITHMETIC(T, symbol, function)                   \
    inline T operator symbol(T a, T b) { return function(a, b); } \
    CPU_F16_INLINE T& operator symbol##=(T& a, T b) { return a = function(a, b); }
#define CPU_F16_STEP(T, symbol, function, one)                                       \
    CPU_F16_INLINE T& operator symbol##symbol(T& a) { return a = function(a, one); } \
    CPU_F16_INLINE T operator symbol##symbol(T& a, int) {                            \
        const T before = a;                                                          \
        a = function(a, one);                                                        \
        return before;                                                               \
    }
#define CPU_F16_RELATION(T, symbol, function) \
    inline bool operator symbol(T a, T b) { return function(a, b); }

#if CPU_F16_OPERATORS
CPU_F16_ARITHMETIC(CPU_F16, +, __hadd)
CPU_F16_ARITHMETIC(CPU_F16, -, __hsub)
CPU_F16_ARITHMETIC(CPU_F16, *, __hmul)
CPU_F16_ARITHMETIC(CPU_F16, /, __hdiv)
CPU_F16_STEP(CPU_F16, +, __hadd, CPU_F16_CALLED(__float2, )(1.0f))
CPU_F16_STEP(CPU_F16, -, __hsub, CPU_F16_CALLED(__float2, )(1.0f))
inline CPU_F16 operator+(CPU_F16 a) { return a; }
inline CPU_F16 operator-(CPU_F16 a) { return __hneg(a); }
CPU_F16_RELATION(CPU_F16, ==, __heq)
CPU_F16_RELATION(CPU_F16, !=, __hneu)
CPU_F16_RELATION(CPU_F16, >, __hgt)
CPU_F16_RELATION(CPU_F16, <, __hlt)
CPU_F16_RELATION(CPU_F16, >=, __hge)
CPU_F16_RELATION(CPU_F16, <=, __hle)
#endif

#if CPU_F16X2_OPERATORS  // a relation of pairs is true when it holds for both
CPU_F16_ARITHMETIC(CPU_F16X2, +, __hadd2)
CPU_F16_ARITHMETIC(CPU_F16X2, -, __hsub2)
CPU_F16_ARITHMETIC(CPU_F16X2, *, __hmul2)
CPU_F16_ARITHMETIC(CPU_F16X2, /, __h2div)
CPU_F16_STEP(CPU_F16X2, +, __hadd2, CPU_F16_CALLED(__float2, 2_rn)(1.0f))
CPU_F16_STEP(CPU_F16X2, -, __hsub2, CPU_F16_CALLED(__float2, 2_rn)(1.0f))
inline CPU_F16X2 operator+(CPU_F16X2 a) { return a; }
inline CPU_F16X2 operator-(CPU_F16X2 a) { return __hneg2(a); }
CPU_F16_RELATION(CPU_F16X2, ==, __hbeq2)
CPU_F16_RELATION(CPU_F16X2, !=, __hbneu2)
CPU_F16_RELATION(CPU_F16X2, >, __hbgt2)
CPU_F16_RELATION(CPU_F16X2, <, __hblt2)
CPU_F16_RELATION(CPU_F16X2, >=, __hbge2)
CPU_F16_RELATION(CPU_F16X2, <=, __hble2)
#endif

#undef CPU_F16_ARITHMETIC
#undef CPU_F16_STEP
#undef CPU_F16_RELATION
#undef CPU_F16_FROM_BITS
#undef CPU_F16_INLINE
#undef CPU_F16_JOIN_
#undef CPU_F16_JOIN
#undef CPU_F16_CALLED
#undef CPU_F16
#undef CPU_F16_RAW
#undef CPU_F16X2
#undef CPU_F16X2_RAW
#undef CPU_F16_NAME
#undef CPU_F16_FRACTION
#undef CPU_F16_OTHER
#undef CPU_F16_CONVERSIONS
#undef CPU_F16_OPERATORS
#undef CPU_F16X2_OPERATORS
