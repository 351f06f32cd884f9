// The two floating-point formats of 16 bits: half precision (10 bits of fraction, 5 of exponent) and bfloat16 (7 and
// 8), told apart by the bits of their fraction. Bits in, bits out, by integers alone, so that no processor rounds
// otherwise.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "cpu/newer_std.h"

namespace cpu_device::float16 {

enum class Rounding { nearest, to_zero, up, down };  // nearest: ties to even

constexpr unsigned short nan = 0x7fff;  // the only one that arithmetic gives

template <int FRACTION>
inline constexpr int largest_exponent = (1 << (14 - FRACTION)) - 1;
template <int FRACTION>
inline constexpr int infinity = 0x7fff >> FRACTION << FRACTION;

// magnitude * 2^exponent, with a sign, rounded once.
template <int FRACTION>
constexpr unsigned short encode(bool negative, unsigned long long magnitude, int exponent, Rounding rounding) {
    const int sign = negative ? 0x8000 : 0;
    if (magnitude == 0) return static_cast<unsigned short>(sign);
    const int smallest = 1 - largest_exponent<FRACTION>;
    const int leading = exponent + (64 - __builtin_clzll(magnitude)) - 1;  // the first bit's own exponent
    const int binade = leading > smallest ? leading : smallest;  // below are the denormals, as far apart as above
    const int drop = binade - FRACTION - exponent;               // how many bits are too many

    unsigned long long kept = drop <= 0 ? magnitude << -drop : drop < 64 ? magnitude >> drop : 0;
    const bool exact = drop <= 0 || (drop < 64 && kept << drop == magnitude);
    const bool half_or_more = drop > 0 && drop <= 64 && (magnitude >> (drop - 1) & 1) != 0;
    const bool tie = half_or_more && magnitude << (64 - drop) == 1ull << 63;
    bool away = false;
    if (rounding == Rounding::nearest) away = half_or_more && (!tie || (kept & 1) != 0);
    if (rounding == Rounding::up) away = !exact && !negative;
    if (rounding == Rounding::down) away = !exact && negative;
    // The fraction's leading bit, and a carry, count up the exponent.
    const long long bits =
        static_cast<long long>(kept + away) + (static_cast<long long>(binade - smallest) << FRACTION);
    if (bits < infinity<FRACTION>) return static_cast<unsigned short>(sign | bits);
    const bool overflows = rounding == Rounding::nearest || rounding == (negative ? Rounding::down : Rounding::up);
    return static_cast<unsigned short>(sign | (overflows ? infinity<FRACTION> : infinity<FRACTION> - 1));
}

template <int FRACTION, class Integer>
constexpr unsigned short from_integer(Integer x, Rounding rounding = Rounding::nearest) {
    const auto bits = static_cast<unsigned long long>(x);
    return encode<FRACTION>(x < 0, x < 0 ? 0 - bits : bits, 0, rounding);
}

template <int FRACTION>
constexpr unsigned short from_float(float x, Rounding rounding) {
    const unsigned bits = cpu_device::bit_cast<unsigned>(x), magnitude = bits & 0x7fffffffu;
    const bool negative = bits >> 31 != 0;
    if (magnitude > 0x7f800000u) return nan;
    if (magnitude == 0x7f800000u) return static_cast<unsigned short>((negative ? 0x8000 : 0) | infinity<FRACTION>);
    const int field = static_cast<int>(magnitude >> 23);
    const unsigned fraction = magnitude & 0x7fffffu;
    return encode<FRACTION>(negative, field == 0 ? fraction : fraction | 0x800000u, field == 0 ? -149 : field - 150,
                            rounding);
}

// To nearest, and quickly: most arithmetic ends here.
template <int FRACTION>
constexpr unsigned short from_float(float x) {
    const unsigned bits = cpu_device::bit_cast<unsigned>(x), magnitude = bits & 0x7fffffffu,
                   sign = bits >> 16 & 0x8000u;
    if (magnitude > 0x7f800000u) return nan;
    if (FRACTION == 7) return static_cast<unsigned short>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
    if (magnitude >= 0x477ff000u) return static_cast<unsigned short>(sign | 0x7c00u);
    // A denormal is a multiple of 2^-24, and so are the floats from 0.5 to 1.
    if (magnitude < 0x38800000u)
        return static_cast<unsigned short>(
            sign | (cpu_device::bit_cast<unsigned>(cpu_device::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u));
    return static_cast<unsigned short>(sign | (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13);
}

// To nearest. The float between is rounded to odd: an inexact one ends in 1, so that no tie comes out of it.
template <int FRACTION>
constexpr unsigned short from_double(double x) {
    const float rounded = static_cast<float>(x);
    const double back = rounded;
    unsigned bits = cpu_device::bit_cast<unsigned>(rounded);
    if (back != x) {
        if (x > 0 ? back > x : back < x) --bits;
        bits |= 1u;
    }
    return from_float<FRACTION>(cpu_device::bit_cast<float>(bits));
}

template <int FRACTION>
constexpr float to_float(unsigned short bits) {
    if (FRACTION == 7) return cpu_device::bit_cast<float>(static_cast<unsigned>(bits) << 16);
    const unsigned sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
    if (magnitude > 0x7c00u) return cpu_device::bit_cast<float>(0x7fffffffu);
    if (magnitude < 0x0400u) {
        const float denormal = static_cast<float>(magnitude) * 0x1p-24f;
        return cpu_device::bit_cast<float>(sign | cpu_device::bit_cast<unsigned>(denormal));
    }
    const unsigned bias = magnitude == 0x7c00u ? 0x70000000u : 0x38000000u;  // infinity stays infinity
    return cpu_device::bit_cast<float>(sign | ((magnitude << 13) + bias));
}

// a * b + c for numbers of 16 bits, as a double that is rounded to odd: its product is exact, its sum need not be.
constexpr double fused(double a, double b, double c) {
    const double product = a * b, sum = product + c;
    const double added = sum - product, error = (product - (sum - added)) + (c - added);
    if (!(error < 0) && !(error > 0)) return sum;
    const auto bits = cpu_device::bit_cast<unsigned long long>(sum);
    if ((bits & 1) != 0) return sum;
    return cpu_device::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

// An integral x as To: what does not fit becomes the nearest that does; NaN becomes 0, or the top bit of 64.
template <class To>
constexpr To to_integer(double x) {
    if (x != x) return sizeof(To) == 8 ? static_cast<To>(1ull << 63) : To{};
    if (x <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (x >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(x);
}

}  // namespace cpu_device::float16
