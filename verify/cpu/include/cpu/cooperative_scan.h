// cooperative_groups::inclusive_scan and exclusive_scan, and those that add the group's sum to an atomic object.
#pragma once

#include <type_traits>

#include "cpu/cooperative_reduce.h"
#include "cpu/newer_std.h"

namespace cooperative_groups {

// From the inclusive scan `sum` of `value`. A GPU subtracts where it can: integers that are added.
template <class Group, class T, class Combine>
T exclusive_of(const Group& group, T sum, T value, const Combine&, const cpu_device::Where& where) {
    if constexpr (std::is_integral_v<T> && std::is_same_v<Combine, plus<T>>) {
        return sum - value;
    } else {
        const T before = group.shfl_up(sum, 1, where);
        return group.thread_rank() == 0 ? T{} : before;
    }
}

template <class Group, class Value, class Combine = plus<cpu_device::remove_cvref_t<Value>>>
requires is_lanes<Group> cpu_device::remove_cvref_t<Value> inclusive_scan(
    const Group& group, Value&& value, Combine&& combine = {},
    cpu_device::Where where = cpu_device::Where::here("inclusive_scan()")) {
    return scan_steps(group, static_cast<cpu_device::remove_cvref_t<Value>>(value), combine, where);
}

template <class Group, class Value, class Combine = plus<cpu_device::remove_cvref_t<Value>>>
requires is_lanes<Group> cpu_device::remove_cvref_t<Value> exclusive_scan(
    const Group& group, Value&& value, Combine&& combine = {},
    cpu_device::Where where = cpu_device::Where::here("exclusive_scan()")) {
    const cpu_device::remove_cvref_t<Value> mine = value;
    return exclusive_of<Group, cpu_device::remove_cvref_t<Value>, cpu_device::remove_cvref_t<Combine>>(
        group, scan_steps(group, mine, combine, where), mine, combine, where);
}

// The scan goes on from the atomic object's old value; its new one is combined with the whole group's.
template <class Group, class Atomic, class T, class Combine>
__attribute__((always_inline)) inline T update_by_last(const Group& group, Atomic& atomic, T sum, Combine& combine,
                                                       const cpu_device::Where& where) {
    T old{};
    if (group.thread_rank() == group.size() - 1) old = update_atomic(atomic, sum, combine);
    return group.shfl(old, static_cast<int>(group.size() - 1), where);
}
template <class Group, atomic_object Atomic, class Value, class Combine = plus<cpu_device::remove_cvref_t<Value>>>
__attribute__((always_inline)) inline cpu_device::remove_cvref_t<Value> inclusive_scan_update(
    const Group& group, Atomic&& atomic, Value&& value, Combine&& combine = {},
    cpu_device::Where where = cpu_device::Where::here("inclusive_scan_update()")) {
    const cpu_device::remove_cvref_t<Value> mine = value, sum = scan_steps(group, mine, combine, where);
    return combine(update_by_last(group, atomic, sum, combine, where), sum);
}
template <class Group, atomic_object Atomic, class Value, class Combine = plus<cpu_device::remove_cvref_t<Value>>>
__attribute__((always_inline)) inline cpu_device::remove_cvref_t<Value> exclusive_scan_update(
    const Group& group, Atomic&& atomic, Value&& value, Combine&& combine = {},
    cpu_device::Where where = cpu_device::Where::here("exclusive_scan_update()")) {
    using T = cpu_device::remove_cvref_t<Value>;
    const T mine = value, sum = scan_steps(group, mine, combine, where);
    const T old = update_by_last(group, atomic, sum, combine, where);
    return combine(old, exclusive_of<Group, T, cpu_device::remove_cvref_t<Combine>>(group, sum, mine, combine, where));
}

}  // namespace cooperative_groups
