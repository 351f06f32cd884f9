// Several small integers in one word: functions whose names end in 2 work on two 16-bit lanes, those that end in 4 on
// four bytes. Also dot products of packed numbers, and the fused minima and maxima.
#pragma once

#include <cstdlib>
#include <limits>

#include "cpu/math.h"
#include "cpu/vector_types.h"

namespace cpu_device {

// function(a, b, ...) of the lanes of the words, as ints; each result is cut to its lane.
template <class Lane, class Function, class... Words>
inline unsigned lanes(Function function, Words... words) {
    constexpr unsigned bits = 8 * sizeof(Lane);
    unsigned result = 0;
    for (unsigned at = 0; at < 32; at += bits)
        result |=
            (static_cast<unsigned>(function(static_cast<int>(static_cast<Lane>(words >> at))...)) & ((1u << bits) - 1))
            << at;
    return result;
}

// The sum of function(a, b) over the lanes.
template <class Lane, class Function>
inline unsigned sum_of_lanes(Function function, unsigned a, unsigned b) {
    unsigned sum = 0;
    for (unsigned at = 0; at < 32; at += 8 * sizeof(Lane))
        sum += static_cast<unsigned>(function(static_cast<Lane>(a >> at), static_cast<Lane>(b >> at)));
    return sum;
}

// x, or the nearest number that Lane can hold.
template <class Lane>
inline int clamped(int x) {
    return min(max(x, int(std::numeric_limits<Lane>::min())), int(std::numeric_limits<Lane>::max()));
}

}  // namespace cpu_device

// ---- One word: signed lanes -------------------------------------------------------------------

#define CPU_DEVICE_UNARY_OF(name, T, expression)                                 \
    inline unsigned name(unsigned a) {                                           \
        using Lane [[maybe_unused]] = T;                                         \
        return cpu_device::lanes<T>([](int a) -> int { return expression; }, a); \
    }
#define CPU_DEVICE_UNARY(name, expression)          \
    CPU_DEVICE_UNARY_OF(name##2, short, expression) \
    CPU_DEVICE_UNARY_OF(name##4, signed char, expression)
CPU_DEVICE_UNARY(__vabs, std::abs(a))
CPU_DEVICE_UNARY(__vabsss, cpu_device::clamped<Lane>(std::abs(a)))
CPU_DEVICE_UNARY(__vneg, -a)
CPU_DEVICE_UNARY(__vnegss, cpu_device::clamped<Lane>(-a))
#undef CPU_DEVICE_UNARY
#undef CPU_DEVICE_UNARY_OF

// ---- Two words --------------------------------------------------------------------------------

#define CPU_DEVICE_BINARY_OF(name, T, expression)                                          \
    inline unsigned name(unsigned a, unsigned b) {                                         \
        using Lane [[maybe_unused]] = T;                                                   \
        return cpu_device::lanes<T>([](int a, int b) -> int { return expression; }, a, b); \
    }
#define CPU_DEVICE_SIGNED(name, expression)          \
    CPU_DEVICE_BINARY_OF(name##2, short, expression) \
    CPU_DEVICE_BINARY_OF(name##4, signed char, expression)
#define CPU_DEVICE_UNSIGNED(name, expression)                 \
    CPU_DEVICE_BINARY_OF(name##2, unsigned short, expression) \
    CPU_DEVICE_BINARY_OF(name##4, unsigned char, expression)
CPU_DEVICE_UNSIGNED(__vadd, a + b)
CPU_DEVICE_SIGNED(__vaddss, cpu_device::clamped<Lane>(a + b))
CPU_DEVICE_UNSIGNED(__vaddus, cpu_device::clamped<Lane>(a + b))
CPU_DEVICE_UNSIGNED(__vsub, a - b)
CPU_DEVICE_SIGNED(__vsubss, cpu_device::clamped<Lane>(a - b))
CPU_DEVICE_UNSIGNED(__vsubus, cpu_device::clamped<Lane>(a - b))
CPU_DEVICE_SIGNED(__vavgs, (a + b + (a + b >= 0)) >> 1)  // halves away from zero
CPU_DEVICE_UNSIGNED(__vavgu, (a + b + 1) >> 1)
CPU_DEVICE_UNSIGNED(__vhaddu, (a + b) >> 1)
CPU_DEVICE_SIGNED(__vabsdiffs, std::abs(a - b))
CPU_DEVICE_UNSIGNED(__vabsdiffu, std::abs(a - b))
CPU_DEVICE_SIGNED(__vmins, min(a, b))
CPU_DEVICE_UNSIGNED(__vminu, min(a, b))
CPU_DEVICE_SIGNED(__vmaxs, max(a, b))
CPU_DEVICE_UNSIGNED(__vmaxu, max(a, b))

// __vcmp gives a lane of ones where the comparison holds, __vset gives 1.
#define CPU_DEVICE_COMPARE(KIND, name, comparison) \
    KIND(__vcmp##name, (comparison) ? -1 : 0)      \
    KIND(__vset##name, (comparison) ? 1 : 0)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, eq, a == b)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, ne, a != b)
CPU_DEVICE_COMPARE(CPU_DEVICE_SIGNED, ges, a >= b)
CPU_DEVICE_COMPARE(CPU_DEVICE_SIGNED, gts, a > b)
CPU_DEVICE_COMPARE(CPU_DEVICE_SIGNED, les, a <= b)
CPU_DEVICE_COMPARE(CPU_DEVICE_SIGNED, lts, a < b)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, geu, a >= b)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, gtu, a > b)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, leu, a <= b)
CPU_DEVICE_COMPARE(CPU_DEVICE_UNSIGNED, ltu, a < b)
#undef CPU_DEVICE_COMPARE
#undef CPU_DEVICE_UNSIGNED
#undef CPU_DEVICE_SIGNED
#undef CPU_DEVICE_BINARY_OF

// The sum of the lanes' absolute differences.
#define CPU_DEVICE_SAD(name, T)                                                                 \
    inline unsigned name(unsigned a, unsigned b) {                                              \
        return cpu_device::sum_of_lanes<T>([](int a, int b) { return std::abs(a - b); }, a, b); \
    }
CPU_DEVICE_SAD(__vsads2, short)
CPU_DEVICE_SAD(__vsads4, signed char)
CPU_DEVICE_SAD(__vsadu2, unsigned short)
CPU_DEVICE_SAD(__vsadu4, unsigned char)
#undef CPU_DEVICE_SAD

// ---- Dot products -----------------------------------------------------------------------------

// __dp4a: four bytes by four bytes, plus c. __dp2a: two 16-bit numbers by the two low, or high, bytes of b, plus c.
#define CPU_DEVICE_DOT(T, Byte, Half, Bytes, Halves)                                                      \
    inline T __dp4a(T a, T b, T c) {                                                                      \
        for (int at = 0; at < 32; at += 8)                                                                \
            c += static_cast<T>(static_cast<Byte>(a >> at)) * static_cast<T>(static_cast<Byte>(b >> at)); \
        return c;                                                                                         \
    }                                                                                                     \
    inline T __dp2a_lo(T a, T b, T c) {                                                                   \
        return c + static_cast<T>(static_cast<Half>(a)) * static_cast<T>(static_cast<Byte>(b)) +          \
               static_cast<T>(static_cast<Half>(a >> 16)) * static_cast<T>(static_cast<Byte>(b >> 8));    \
    }                                                                                                     \
    inline T __dp2a_hi(T a, T b, T c) { return __dp2a_lo(a, b >> 16, c); }                                \
    inline T __dp4a(Bytes a, Bytes b, T c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }  \
    inline T __dp2a_lo(Halves a, Bytes b, T c) { return c + a.x * b.x + a.y * b.y; }                      \
    inline T __dp2a_hi(Halves a, Bytes b, T c) { return c + a.x * b.z + a.y * b.w; }
CPU_DEVICE_DOT(int, signed char, short, char4, short2)
CPU_DEVICE_DOT(unsigned, unsigned char, unsigned short, uchar4, ushort2)
#undef CPU_DEVICE_DOT

// ---- Fused minima and maxima ------------------------------------------------------------------

namespace cpu_device {

template <class T>
inline T imax3(T a, T b, T c) {
    return max(max(a, b), c);
}
template <class T>
inline T imin3(T a, T b, T c) {
    return min(min(a, b), c);
}
template <class T>
inline T iaddmax(T a, T b, T c) {
    return max(static_cast<T>(a + b), c);
}
template <class T>
inline T iaddmin(T a, T b, T c) {
    return min(static_cast<T>(a + b), c);
}

}  // namespace cpu_device

// Of words, and of their 16-bit lanes. _relu: no less than 0.
#define CPU_DEVICE_FUSED(name)                                                                                \
    inline int __v##name##_s32(int a, int b, int c) { return cpu_device::name(a, b, c); }                     \
    inline unsigned __v##name##_u32(unsigned a, unsigned b, unsigned c) { return cpu_device::name(a, b, c); } \
    inline int __v##name##_s32_relu(int a, int b, int c) { return max(cpu_device::name(a, b, c), 0); }        \
    CPU_DEVICE_FUSED_LANES(__v##name##_s16x2, short, cpu_device::name<short>(a, b, c))                        \
    CPU_DEVICE_FUSED_LANES(__v##name##_u16x2, unsigned short, cpu_device::name<unsigned short>(a, b, c))      \
    CPU_DEVICE_FUSED_LANES(__v##name##_s16x2_relu, short, max(int(cpu_device::name<short>(a, b, c)), 0))
#define CPU_DEVICE_FUSED_LANES(name, T, expression)                                                  \
    inline unsigned name(unsigned a, unsigned b, unsigned c) {                                       \
        return cpu_device::lanes<T>([](int a, int b, int c) -> int { return expression; }, a, b, c); \
    }
CPU_DEVICE_FUSED(imax3)
CPU_DEVICE_FUSED(imin3)
CPU_DEVICE_FUSED(iaddmax)
CPU_DEVICE_FUSED(iaddmin)
#undef CPU_DEVICE_FUSED_LANES
#undef CPU_DEVICE_FUSED

inline int __vimax_s32_relu(int a, int b) { return max(max(a, b), 0); }
inline int __vimin_s32_relu(int a, int b) { return max(min(a, b), 0); }
inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) { return __vimax3_s16x2_relu(a, b, b); }
inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) { return __vimin3_s16x2_relu(a, b, b); }

// Also tell whether it was a that was taken; of equal numbers it is.
#define CPU_DEVICE_CHOICE(name, T, Half, lanes, compare)                                 \
    inline T name(T a, T b, bool* first) {                                               \
        *first = a compare b;                                                            \
        return *first ? a : b;                                                           \
    }                                                                                    \
    inline unsigned lanes(unsigned a, unsigned b, bool* high_first, bool* low_first) {   \
        *high_first = static_cast<Half>(a >> 16) compare static_cast<Half>(b >> 16);     \
        *low_first = static_cast<Half>(a) compare static_cast<Half>(b);                  \
        return ((*high_first ? a : b) & 0xffff0000u) | ((*low_first ? a : b) & 0xffffu); \
    }
CPU_DEVICE_CHOICE(__vibmax_s32, int, short, __vibmax_s16x2, >=)
CPU_DEVICE_CHOICE(__vibmax_u32, unsigned, unsigned short, __vibmax_u16x2, >=)
CPU_DEVICE_CHOICE(__vibmin_s32, int, short, __vibmin_s16x2, <=)
CPU_DEVICE_CHOICE(__vibmin_u32, unsigned, unsigned short, __vibmin_u16x2, <=)
#undef CPU_DEVICE_CHOICE
