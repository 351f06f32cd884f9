// Warp-wide functions: shuffles, votes, match, reductions, __syncwarp. A lane that calls one waits until every lane
// that its mask names (and that has not exited) has called one with the same mask; the last to come computes the
// results of all.
#pragma once

#include <cstring>
#include <type_traits>

#include "cpu/wait.h"
#include "cpu/where.h"

namespace cpu_device {

// What one lane brings to a warp-wide function, and what it takes away.
struct Lane {
    unsigned long long value = 0;  // brought
    unsigned long long result = 0;
    int operand = 0;  // source lane, delta or lane mask of a shuffle; predicate of a vote
    int width = 32;
};

// Computes `result` of each lane named in `mask`. lanes[32]; a lane outside the mask holds what it brought last.
using WarpFunction = void (*)(Lane* lanes, unsigned mask);

// Suspends the calling lane until the function is complete, and returns its result.
unsigned long long warp_collective(WarpFunction function, unsigned mask, const Lane& lane, const Where& where);

void shuffle_index(Lane*, unsigned), shuffle_up(Lane*, unsigned), shuffle_down(Lane*, unsigned),
    shuffle_xor(Lane*, unsigned);
// Of the lanes in `mask` those that read from a lane in `missing`; none, if it is no shuffle.
unsigned readers_of(const Lane* lanes, unsigned mask, unsigned missing, WarpFunction function);
void vote_ballot(Lane*, unsigned), match_any(Lane*, unsigned), match_all(Lane*, unsigned), sync_only(Lane*, unsigned);

template <class T>
T shuffle(WarpFunction function, unsigned mask, T value, int operand, int width, const Where& where) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8, "a shuffle moves 4 or 8 bytes");
    Lane lane{.value = 0, .result = 0, .operand = operand, .width = width};
    std::memcpy(&lane.value, &value, sizeof(T));
    const unsigned long long result = warp_collective(function, mask, lane, where);
    std::memcpy(static_cast<void*>(&value), &result, sizeof(T));
    return value;
}

template <class T>
unsigned long long bits_of(T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    unsigned long long bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

// Reduces over the lanes of the mask with `combine`, a function object without state.
template <class T, class Combine>
T reduce(unsigned mask, T value, Combine, const Where& where) {
    const WarpFunction function = [](Lane* lanes, unsigned mask) {
        bool first = true;
        T sum{};
        for (int lane = 0; lane < 32; ++lane) {
            if (!(mask >> lane & 1)) continue;
            const T mine = static_cast<T>(lanes[lane].value);
            sum = first ? mine : Combine{}(sum, mine);
            first = false;
        }
        for (int lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1) lanes[lane].result = static_cast<unsigned long long>(sum);
    };
    const Lane lane{.value = static_cast<unsigned long long>(value)};
    return static_cast<T>(warp_collective(function, mask, lane, where));
}

}  // namespace cpu_device

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, CPU_DEVICE_HERE("__shfl_sync()")) {
    return cpu_device::shuffle(cpu_device::shuffle_index, mask, value, source, width, where);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, CPU_DEVICE_HERE("__shfl_up_sync()")) {
    return cpu_device::shuffle(cpu_device::shuffle_up, mask, value, static_cast<int>(delta), width, where);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32,
                          CPU_DEVICE_HERE("__shfl_down_sync()")) {
    return cpu_device::shuffle(cpu_device::shuffle_down, mask, value, static_cast<int>(delta), width, where);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, CPU_DEVICE_HERE("__shfl_xor_sync()")) {
    return cpu_device::shuffle(cpu_device::shuffle_xor, mask, value, lane_mask, width, where);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, CPU_DEVICE_HERE("__ballot_sync()")) {
    return static_cast<unsigned>(
        cpu_device::warp_collective(cpu_device::vote_ballot, mask, {.operand = predicate != 0}, where));
}
inline int __any_sync(unsigned mask, int predicate, CPU_DEVICE_HERE("__any_sync()")) {
    return cpu_device::warp_collective(cpu_device::vote_ballot, mask, {.operand = predicate != 0}, where) != 0;
}
inline int __all_sync(unsigned mask, int predicate, CPU_DEVICE_HERE("__all_sync()")) {
    return cpu_device::warp_collective(cpu_device::vote_ballot, mask, {.operand = predicate == 0}, where) == 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu, CPU_DEVICE_HERE("__syncwarp()")) {
    cpu_device::warp_collective(cpu_device::sync_only, mask, {}, where);
}
// Lanes run one after another here, so each waits to see which others come to this place before they wait elsewhere.
inline unsigned __activemask(CPU_DEVICE_HERE("__activemask()")) { return cpu_device::converge(where); }

template <class T>
inline unsigned __match_any_sync(unsigned mask, T value, CPU_DEVICE_HERE("__match_any_sync()")) {
    return static_cast<unsigned>(
        cpu_device::warp_collective(cpu_device::match_any, mask, {.value = cpu_device::bits_of(value)}, where));
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* equal, CPU_DEVICE_HERE("__match_all_sync()")) {
    const auto same = static_cast<unsigned>(
        cpu_device::warp_collective(cpu_device::match_all, mask, {.value = cpu_device::bits_of(value)}, where));
    *equal = same != 0;
    return same;
}

#define CPU_DEVICE_REDUCE(name, T, expression)                             \
    inline T name(unsigned mask, T value, CPU_DEVICE_HERE(#name "()")) {   \
        return cpu_device::reduce(                                         \
            mask, value, [](T a, T b) -> T { return expression; }, where); \
    }
CPU_DEVICE_REDUCE(__reduce_add_sync, unsigned, a + b)
CPU_DEVICE_REDUCE(__reduce_add_sync, int, a + b)
CPU_DEVICE_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
CPU_DEVICE_REDUCE(__reduce_min_sync, int, a < b ? a : b)
CPU_DEVICE_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
CPU_DEVICE_REDUCE(__reduce_max_sync, int, a > b ? a : b)
CPU_DEVICE_REDUCE(__reduce_and_sync, unsigned, a& b)
CPU_DEVICE_REDUCE(__reduce_or_sync, unsigned, a | b)
CPU_DEVICE_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef CPU_DEVICE_REDUCE
#undef CPU_DEVICE_HERE
