// cooperative_groups::memcpy_async and its waits. Each call is a batch of the calling thread's copies; each thread of
// the group copies its share.
#pragma once

#include <algorithm>
#include <cstddef>

#include "cpu/async_copy.h"
#include "cpu/cooperative_groups.h"

namespace cooperative_groups {

template <class Group>
inline constexpr bool copies_together = is_lanes<Group> || std::is_same_v<Group, thread_block>;

template <class Group>
__attribute__((always_inline)) inline void copy_together(const Group& group, void* to, const void* from,
                                                         std::size_t bytes) {
    static_assert(copies_together<Group>, "a block, a tile or coalesced threads copy together");
    cpu_device::share_copy(to, from, bytes, group.thread_rank(), group.size(), cpu_device::note_copy);
    cpu_device::close_batch();
}

// `bytes` may be a cuda::aligned_size_t.
template <class Group, class T, class Bytes>
__attribute__((always_inline)) inline void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
    copy_together(group, to, from, static_cast<std::size_t>(bytes));
}
// Counted in elements: as many as both sides have.
template <class Group, class T, class ToCount, class FromCount>
__attribute__((always_inline)) inline void memcpy_async(const Group& group, T* to, const ToCount& to_count,
                                                        const T* from, const FromCount& from_count) {
    const std::size_t count = std::min(static_cast<std::size_t>(to_count), static_cast<std::size_t>(from_count));
    copy_together(group, to, from, count * sizeof(T));
}

// Waits for all but the last `Stage` copies.
template <unsigned Stage, class Group>
__attribute__((always_inline)) inline void wait_prior(
    const Group& group, cpu_device::Where where = cpu_device::Where::here("cooperative_groups::wait_prior()")) {
    cpu_device::complete_batches(Stage);
    group.sync(where);
}
template <class Group>
__attribute__((always_inline)) inline void wait(
    const Group& group, cpu_device::Where where = cpu_device::Where::here("cooperative_groups::wait()")) {
    cpu_device::complete_batches(0);
    group.sync(where);
}

}  // namespace cooperative_groups
