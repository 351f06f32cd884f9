// cuda::std::atomic, barrier, latch and semaphores: libcu++'s own with the scope of the whole system.
#pragma once

#include <climits>
#include <cstddef>

#include "cpu/cuda_atomic.h"
#include "cpu/cuda_barrier.h"
#include "cpu/cuda_semaphore.h"
#include "cpu/cuda_std.h"

namespace cuda::std {

template <class T>
using atomic = ::cuda::atomic<T>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T>;
class atomic_flag {
 public:
    constexpr atomic_flag(bool set = false) noexcept : set_(set) {}
    __attribute__((always_inline)) bool test(memory_order order = memory_order_seq_cst) const noexcept {
        return set_.load(order);
    }
    __attribute__((always_inline)) bool test_and_set(memory_order order = memory_order_seq_cst) noexcept {
        return set_.exchange(true, order);
    }
    __attribute__((always_inline)) void clear(memory_order order = memory_order_seq_cst) noexcept {
        set_.store(false, order);
    }
    __attribute__((always_inline)) void wait(
        bool old, memory_order order = memory_order_seq_cst,
        cpu_device::Where where = cpu_device::Where::here("atomic_flag::wait()")) const noexcept {
        set_.wait(old, order, where);
    }
    void notify_one() noexcept {}
    void notify_all() noexcept {}

 private:
    ::cuda::atomic<bool> set_;
};
template <class Completion = cpu_device::NoCompletion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
template <::std::ptrdiff_t Largest = INT_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, Largest>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
using latch = ::cuda::latch<thread_scope_system>;

inline void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order); }

}  // namespace cuda::std
