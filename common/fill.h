// Test data that every gate can see through: no pattern, no symmetry, no zero. Day 004 writes this out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace common {

// 64 well mixed bits for the counter i under a seed (the finaliser of SplitMix64). Counting instead of stepping a
// state: element i depends on nothing but seed and i.
inline std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t i) {
    const auto mix = [](std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    };
    constexpr std::uint64_t GOLDEN =
        0x9e3779b97f4a7c15u;  // 2^64 / golden ratio: odd, so that i * GOLDEN meets every value once
    return mix(mix(seed + GOLDEN) + (i + 1) * GOLDEN);
}

// n numbers strictly between -scale and scale, uniform, never 0: the odd multiples of 2^-24, times scale. The same seed
// gives the same numbers on every machine, and a shorter fill is the beginning of a longer one. Give every array of a
// lesson its own seed.
inline std::vector<float> fill(std::size_t n, std::uint64_t seed, float scale = 1.0f) {
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        const int k = int(mixed_bits(seed, i) >> 40);                 // 0 <= k < 2^24
        values[i] = float(2 * k + 1 - (1 << 24)) * 0x1p-24f * scale;  // exact but for the last product
    }
    return values;
}

// n labels, 0 <= label < classes, uniform, and not in step with fill() of the same seed. Throws std::invalid_argument
// for classes < 1.
inline std::vector<int> fill_labels(std::size_t n, int classes, std::uint64_t seed) {
    if (classes < 1)
        throw std::invalid_argument("fill_labels needs at least 1 class, found " + std::to_string(classes));
    std::vector<int> labels(n);
    for (std::size_t i = 0; i < n; ++i) labels[i] = int((mixed_bits(~seed, i) >> 32) * std::uint64_t(classes) >> 32);
    return labels;
}

}  // namespace common
