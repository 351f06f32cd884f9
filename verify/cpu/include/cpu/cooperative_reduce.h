// cooperative_groups::reduce and the function objects that go with it. The order of the operations is a GPU's, and so
// are the last bits of a sum of floats: a butterfly in a tile and a full warp, else a scan whose last value is the
// result.
#pragma once

#include <atomic>
#include <type_traits>
#include <utility>

#include "cpu/cooperative_groups.h"
#include "cpu/newer_std.h"

namespace cooperative_groups {

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

// Each lane's value combined with those of all lanes of the group before it: in steps of 1, 2, 4, ...
template <class Group, class T, class Combine>
T scan_steps(const Group& group, T value, Combine&& combine, const cpu_device::Where& where) {
    for (unsigned step = 1; step < group.size(); step *= 2) {
        const T before = group.shfl_up(value, step, where);
        if (step <= group.thread_rank()) value = combine(value, before);
    }
    return value;
}

template <class Group, class Value, class Combine>
requires is_lanes<Group>
auto reduce(const Group& group, Value&& value, Combine&& combine,
            cpu_device::Where where = cpu_device::Where::here("reduce()")) {
    using T = cpu_device::remove_cvref_t<Value>;
    static_assert(std::is_same_v<cpu_device::remove_cvref_t<decltype(combine(value, value))>, T>,
                  "what reduce() combines and what that gives have one type");
    T result = value;
    const unsigned mask = lane_groups::mask(group);
    if constexpr (std::is_same_v<Group, coalesced_group>) {
        if (group.size() < 32) {
            result = scan_steps(group, result, combine, where);
            return group.shfl(result, static_cast<int>(group.size() - 1), where);
        }
    }
    for (unsigned step = static_cast<unsigned>(group.size()) / 2; step > 0; step /= 2)
        result = combine(result, cpu_device::shuffle_any(cpu_device::shuffle_xor, mask, result, static_cast<int>(step),
                                                         static_cast<int>(group.size()), where));
    return result;
}

// Of cuda::atomic and cuda::atomic_ref, which are in <cuda/atomic>.
template <class Atomic>
concept atomic_object = requires {
    typename cpu_device::remove_cvref_t<Atomic>::value_type;
    cpu_device::remove_cvref_t<Atomic>::is_always_lock_free;
};

template <class Atomic, class T, class Combine>
__attribute__((always_inline)) inline T update_atomic(Atomic& atomic, T value, Combine& combine) {
    T old = atomic.load(std::memory_order_relaxed);
    while (!atomic.compare_exchange_weak(old, combine(old, value), std::memory_order_relaxed)) {
    }
    return old;
}

// The result is stored, or added to what is there, by one lane, and nobody waits for it.
template <class Group, atomic_object Atomic, class Value, class Combine>
__attribute__((always_inline)) inline void reduce_update_async(
    const Group& group, Atomic&& destination, Value&& value, Combine&& combine,
    cpu_device::Where where = cpu_device::Where::here("reduce_update_async()")) {
    const auto result = reduce(group, value, combine, where);
    if (group.thread_rank() == 0) update_atomic(destination, result, combine);
}
template <class Group, class T, class Value, class Combine>
__attribute__((always_inline)) inline void reduce_store_async(
    const Group& group, T* destination, Value&& value, Combine&& combine,
    cpu_device::Where where = cpu_device::Where::here("reduce_store_async()")) {
    const auto result = reduce(group, value, combine, where);
    if (group.thread_rank() == 0) *destination = result;
}
template <class Group, atomic_object Atomic, class Value, class Combine>
__attribute__((always_inline)) inline void reduce_store_async(
    const Group& group, Atomic&& destination, Value&& value, Combine&& combine,
    cpu_device::Where where = cpu_device::Where::here("reduce_store_async()")) {
    const auto result = reduce(group, value, combine, where);
    if (group.thread_rank() == 0) destination.store(result, std::memory_order_relaxed);
}

}  // namespace cooperative_groups
