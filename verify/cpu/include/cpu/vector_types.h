// Vector types (int2, float4, dim3, ...) with CUDA's names, members and alignments, and their make_ functions.
#pragma once

#include <type_traits>

// clang-format off
#define CPU_DEVICE_VECTORS(T, name, align2, align4)                                                                        \
    struct name##1 { T x; };                                                                                              \
    struct __attribute__((aligned(align2))) name##2 { T x, y; };                                                          \
    struct name##3 { T x, y, z; };                                                                                        \
    struct __attribute__((aligned(align4))) name##4 { T x, y, z, w; };                                                    \
    constexpr name##1 make_##name##1(T x) { return {x}; }                                                                 \
    constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }                                                         \
    constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                                                 \
    constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

CPU_DEVICE_VECTORS(signed char, char, 2, 4)
CPU_DEVICE_VECTORS(unsigned char, uchar, 2, 4)
CPU_DEVICE_VECTORS(short, short, 4, 8)
CPU_DEVICE_VECTORS(unsigned short, ushort, 4, 8)
CPU_DEVICE_VECTORS(int, int, 8, 16)
CPU_DEVICE_VECTORS(unsigned int, uint, 8, 16)
CPU_DEVICE_VECTORS(long, long, 16, 16)
CPU_DEVICE_VECTORS(unsigned long, ulong, 16, 16)
CPU_DEVICE_VECTORS(long long, longlong, 16, 16)
CPU_DEVICE_VECTORS(unsigned long long, ulonglong, 16, 16)
CPU_DEVICE_VECTORS(float, float, 8, 16)
CPU_DEVICE_VECTORS(double, double, 16, 16)
#undef CPU_DEVICE_VECTORS
// clang-format on

struct dim3 {
    unsigned int x = 1, y = 1, z = 1;

    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 size) : x(size.x), y(size.y), z(size.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
