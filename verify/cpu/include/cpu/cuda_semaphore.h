// cuda::counting_semaphore, cuda::binary_semaphore and cuda::latch. A thread that waits is suspended.
#pragma once

#include <chrono>
#include <climits>
#include <cstddef>
#include <limits>

#include "cpu/cuda_atomic.h"
#include "cpu/cuda_barrier.h"

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)
#define CPU_DEVICE_INLINE __attribute__((always_inline)) inline

namespace cuda {

template <thread_scope Scope, ::std::ptrdiff_t Largest = INT_MAX>
class counting_semaphore {
 public:
    constexpr counting_semaphore(::std::ptrdiff_t count = 0) : count_(count) {}
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;

    static constexpr ::std::ptrdiff_t max() noexcept {
        return Largest == 1 ? 1 : ::std::numeric_limits<::std::ptrdiff_t>::max();
    }

    CPU_DEVICE_INLINE void release(::std::ptrdiff_t count = 1) { count_.fetch_add(count, memory_order_release); }
    CPU_DEVICE_INLINE void acquire(CPU_DEVICE_HERE("semaphore::acquire()")) {
        while (!try_acquire()) count_.wait(0, memory_order_relaxed, where);
    }
    [[nodiscard]] CPU_DEVICE_INLINE bool try_acquire() noexcept {
        ::std::ptrdiff_t count = count_.load(memory_order_relaxed);
        while (count > 0)
            if (count_.compare_exchange_weak(count, count - 1, memory_order_acquire, memory_order_relaxed)) return true;
        return false;
    }
    template <class Rep, class Period>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_acquire_for(const ::std::chrono::duration<Rep, Period>& time) {
        return try_acquire_until(::std::chrono::steady_clock::now() + time);
    }
    template <class Clock, class Duration>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_acquire_until(const ::std::chrono::time_point<Clock, Duration>& end) {
        return cpu_device::done_until(end, [&] { return try_acquire(); });
    }

 private:
    atomic<::std::ptrdiff_t, Scope> count_;
};

template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

template <thread_scope Scope>
class latch {
 public:
    constexpr explicit latch(::std::ptrdiff_t expected) : left_(expected) {}
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;

    static constexpr ::std::ptrdiff_t max() noexcept { return ::std::numeric_limits<::std::ptrdiff_t>::max(); }

    CPU_DEVICE_INLINE void count_down(::std::ptrdiff_t count = 1) { left_.fetch_sub(count, memory_order_release); }
    [[nodiscard]] CPU_DEVICE_INLINE bool try_wait() const noexcept { return left_.load(memory_order_acquire) == 0; }
    CPU_DEVICE_INLINE void wait(CPU_DEVICE_HERE("latch::wait()")) const {
        for (::std::ptrdiff_t left; (left = left_.load(memory_order_acquire)) != 0;)
            left_.wait(left, memory_order_acquire, where);
    }
    CPU_DEVICE_INLINE void arrive_and_wait(::std::ptrdiff_t count = 1, CPU_DEVICE_HERE("latch::arrive_and_wait()")) {
        count_down(count);
        wait(where);
    }

 private:
    atomic<::std::ptrdiff_t, Scope> left_;
};

}  // namespace cuda

#undef CPU_DEVICE_INLINE
#undef CPU_DEVICE_HERE
