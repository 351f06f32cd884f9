// cuRAND's generator Philox4x32-10 in kernels: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (2011).
// A counter of 128 bits, enciphered with a key of 64, gives four numbers of 32 bits. The key is the seed; the counter's
// upper half is the subsequence, its lower half a quarter of the offset. The integers are those of cuRAND bit for bit,
// and so are the uniform numbers; normal numbers come from sine, cosine and logarithm, and differ in the last digits.
#pragma once

#include <cmath>

#include "cpu/math.h"
#include "cpu/vector_types.h"

struct curandStatePhilox4_32_10 {
    uint4 counter;
    uint4 output;  // of this counter
    uint2 key;
    unsigned used;  // how many of `output` have been taken, 0 to 3
    // The second number of a pair, when only the first was asked for: 1 if it is normal, 2 if it is log-normal.
    int has_extra, has_extra_double;
    float extra;
    double extra_double;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

namespace cpu_device {

// One of the ten rounds: two products of 64 bits, crossed and mixed with the key.
constexpr uint4 philox_round(uint4 c, uint2 key) {
    const unsigned long long first = 0xd2511f53ull * c.x, second = 0xcd9e8d57ull * c.z;
    return {static_cast<unsigned>(second >> 32) ^ c.y ^ key.x, static_cast<unsigned>(second),
            static_cast<unsigned>(first >> 32) ^ c.w ^ key.y, static_cast<unsigned>(first)};
}

constexpr uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        counter = philox_round(counter, key);
        key = {key.x + 0x9e3779b9u, key.y + 0xbb67ae85u};  // the golden ratio, and the root of 3
    }
    return counter;
}

// The counter's two halves count on their own, but for the carry out of the lower one.
constexpr void philox_skip(curandStatePhilox4_32_10_t* state, unsigned long long n) {
    uint4& c = state->counter;
    unsigned high = static_cast<unsigned>(n >> 32);
    c.x += static_cast<unsigned>(n);
    if (c.x < static_cast<unsigned>(n)) ++high;
    c.y += high;
    if (c.y < high && ++c.z == 0) ++c.w;
    state->output = philox(c, state->key);
}

constexpr float philox_uniform(unsigned x) {  // (0, 1]
    return static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
}
constexpr double philox_uniform(unsigned x, unsigned y) {  // of 53 bits
    return static_cast<double>(x ^ static_cast<unsigned long long>(y) << 21) * 0x1p-53 + 0x1p-54;
}

// Box and Muller: a radius and an angle make two normal numbers.
inline float2 normal_pair(unsigned x, unsigned y) {
    const float radius = std::sqrt(-2.0f * std::log(philox_uniform(x)));
    const float angle = static_cast<float>(y) * (0x1p-32f * 6.2831855f) + 0x1p-33f * 6.2831855f;
    return {radius * std::sin(angle), radius * std::cos(angle)};
}
inline double2 normal_pair(const uint4& x) {
    const double radius = std::sqrt(-2.0 * std::log(philox_uniform(x.x, x.y)));
    const double angle = 2.0 * philox_uniform(x.z, x.w);
    return {radius * sinpi(angle), radius * cospi(angle)};
}

// Takes the first of a pair and keeps the second for the next call of this kind.
template <class T, class MakePair>
inline T one_of_pair(int kind, int* has_extra, T* extra, MakePair make_pair) {
    if (*has_extra == kind) {
        *has_extra = 0;
        return *extra;
    }
    const auto pair = make_pair();
    *extra = pair.y;
    *has_extra = kind;
    return pair.x;
}

}  // namespace cpu_device

// ---- State ------------------------------------------------------------------------------------

constexpr void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
    state->used += static_cast<unsigned>(n & 3);
    cpu_device::philox_skip(state, n / 4 + state->used / 4);
    state->used %= 4;
}
// By n subsequences of 2^66 numbers each.
constexpr void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
    uint4& c = state->counter;
    const unsigned long long high = (static_cast<unsigned long long>(c.w) << 32 | c.z) + n;
    c.z = static_cast<unsigned>(high);
    c.w = static_cast<unsigned>(high >> 32);
    state->output = cpu_device::philox(c, state->key);
}
constexpr void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t* state) {
    *state = {};
    state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

// ---- Integers ---------------------------------------------------------------------------------

constexpr unsigned curand(curandStatePhilox4_32_10_t* state) {
    const uint4& o = state->output;
    const unsigned numbers[4] = {o.x, o.y, o.z, o.w};
    const unsigned result = numbers[state->used];
    if (++state->used == 4) skipahead(0, state);  // which takes 4 for a step of the counter
    return result;
}
constexpr uint4 curand4(curandStatePhilox4_32_10_t* state) {
    const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    return {a, b, c, d};
}

// ---- Uniform ----------------------------------------------------------------------------------

constexpr float curand_uniform(curandStatePhilox4_32_10_t* state) { return cpu_device::philox_uniform(curand(state)); }
constexpr float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
    const uint4 x = curand4(state);
    return {cpu_device::philox_uniform(x.x), cpu_device::philox_uniform(x.y), cpu_device::philox_uniform(x.z),
            cpu_device::philox_uniform(x.w)};
}
constexpr double curand_uniform_double(curandStatePhilox4_32_10_t* state) {  // of 32 bits
    return static_cast<double>(curand(state)) * 0x1p-32 + 0x1p-32;
}
constexpr double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
    const uint4 x = curand4(state);
    return {cpu_device::philox_uniform(x.x, x.y), cpu_device::philox_uniform(x.z, x.w)};
}

// ---- Normal, and log-normal -------------------------------------------------------------------

inline float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
    const unsigned x = curand(state), y = curand(state);
    return cpu_device::normal_pair(x, y);
}
inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
    const float2 a = curand_normal2(state), b = curand_normal2(state);
    return {a.x, a.y, b.x, b.y};
}
inline float curand_normal(curandStatePhilox4_32_10_t* state) {
    return cpu_device::one_of_pair(1, &state->has_extra, &state->extra, [=] { return curand_normal2(state); });
}
inline double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
    return cpu_device::normal_pair(curand4(state));
}
inline double curand_normal_double(curandStatePhilox4_32_10_t* state) {
    return cpu_device::one_of_pair(1, &state->has_extra_double, &state->extra_double,
                                   [=] { return curand_normal2_double(state); });
}

inline float2 curand_log_normal2(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
    const float2 x = curand_normal2(state);
    return {std::exp(mean + deviation * x.x), std::exp(mean + deviation * x.y)};
}
inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
    const float2 a = curand_log_normal2(state, mean, deviation), b = curand_log_normal2(state, mean, deviation);
    return {a.x, a.y, b.x, b.y};
}
inline float curand_log_normal(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
    return cpu_device::one_of_pair(2, &state->has_extra, &state->extra,
                                   [=] { return curand_log_normal2(state, mean, deviation); });
}
inline double2 curand_log_normal2_double(curandStatePhilox4_32_10_t* state, double mean, double deviation) {
    const double2 x = curand_normal2_double(state);
    return {std::exp(mean + deviation * x.x), std::exp(mean + deviation * x.y)};
}
inline double curand_log_normal_double(curandStatePhilox4_32_10_t* state, double mean, double deviation) {
    return cpu_device::one_of_pair(2, &state->has_extra_double, &state->extra_double,
                                   [=] { return curand_log_normal2_double(state, mean, deviation); });
}
