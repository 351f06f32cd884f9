// cuda::barrier, cuda::aligned_size_t and cuda::memcpy_async into a barrier. A thread that waits is suspended. A copy
// is done in the wait for the phase that completes it.
#pragma once

#include <chrono>
#include <cstddef>
#include <new>
#include <utility>

#include "cpu/async_copy.h"
#include "cpu/barrier_primitives.h"
#include "cpu/barrier_word.h"
#include "cpu/thread_scope.h"
#include "cpu/wait.h"

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)
#define CPU_DEVICE_INLINE __attribute__((always_inline)) inline

namespace cpu_device {
struct NoCompletion {
    void operator()() const {}
};

// Looks until `done()` or the time is over, and lets other threads run meanwhile.
template <class Done, class Clock, class Duration>
CPU_DEVICE_INLINE bool done_until(::std::chrono::time_point<Clock, Duration> end, Done done) {
    while (!done()) {
        if (Clock::now() >= end) return false;
        pause();
    }
    return true;
}
}  // namespace cpu_device

namespace cuda {

template <thread_scope Scope, class Completion = cpu_device::NoCompletion>
class barrier {
 public:
    using arrival_token = unsigned long long;

    barrier() = default;  // of no use before init()
    barrier(::std::ptrdiff_t expected, Completion completion = Completion())
        : word_(cpu_device::new_barrier(static_cast<unsigned long long>(expected))), completion_(completion) {}
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    CPU_DEVICE_INLINE friend void init(barrier* made, ::std::ptrdiff_t expected, CPU_DEVICE_HERE("init()")) {
        made->make(expected, Completion(), where);
    }
    CPU_DEVICE_INLINE friend void init(barrier* made, ::std::ptrdiff_t expected, Completion completion,
                                       CPU_DEVICE_HERE("init()")) {
        made->make(expected, completion, where);
    }

    [[nodiscard]] CPU_DEVICE_INLINE arrival_token arrive(::std::ptrdiff_t count = 1,
                                                         CPU_DEVICE_HERE("barrier::arrive()")) {
        return cpu_device::arrive_at_barrier(&word_, static_cast<unsigned long long>(count), 0, completion_, where);
    }
    CPU_DEVICE_INLINE void arrive_and_drop(CPU_DEVICE_HERE("barrier::arrive_and_drop()")) {
        cpu_device::arrive_at_barrier(&word_, 1, 1, completion_, where);
    }
    CPU_DEVICE_INLINE void wait(arrival_token&& token, CPU_DEVICE_HERE("barrier::wait()")) const {
        cpu_device::wait_at_barrier(&word_, cpu_device::barrier_phases, token, where);
    }
    CPU_DEVICE_INLINE void wait_parity(bool parity, CPU_DEVICE_HERE("barrier::wait_parity()")) const {
        cpu_device::wait_at_barrier(&word_, cpu_device::barrier_parity, parity ? cpu_device::barrier_parity : 0, where);
    }
    CPU_DEVICE_INLINE void arrive_and_wait(CPU_DEVICE_HERE("barrier::arrive_and_wait()")) {
        wait(arrive(1, where), where);
    }

    template <class Rep, class Period>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_wait_for(arrival_token&& token,
                                                      const ::std::chrono::duration<Rep, Period>& time,
                                                      CPU_DEVICE_HERE("barrier::try_wait_for()")) {
        return try_until(::std::chrono::steady_clock::now() + time, cpu_device::barrier_phases, token, where);
    }
    template <class Clock, class Duration>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_wait_until(arrival_token&& token,
                                                        const ::std::chrono::time_point<Clock, Duration>& end,
                                                        CPU_DEVICE_HERE("barrier::try_wait_until()")) {
        return try_until(end, cpu_device::barrier_phases, token, where);
    }
    template <class Rep, class Period>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_wait_parity_for(bool parity,
                                                             const ::std::chrono::duration<Rep, Period>& time,
                                                             CPU_DEVICE_HERE("barrier::try_wait_parity_for()")) {
        return try_until(::std::chrono::steady_clock::now() + time, cpu_device::barrier_parity,
                         parity ? cpu_device::barrier_parity : 0, where);
    }
    template <class Clock, class Duration>
    [[nodiscard]] CPU_DEVICE_INLINE bool try_wait_parity_until(bool parity,
                                                               const ::std::chrono::time_point<Clock, Duration>& end,
                                                               CPU_DEVICE_HERE("barrier::try_wait_parity_until()")) {
        return try_until(end, cpu_device::barrier_parity, parity ? cpu_device::barrier_parity : 0, where);
    }

    static constexpr ::std::ptrdiff_t max() noexcept { return cpu_device::barrier_counts; }

    // For the functions below and the pipelines.
    unsigned long long* word() const { return &word_; }

 private:
    CPU_DEVICE_INLINE void make(::std::ptrdiff_t expected, Completion completion, const cpu_device::Where& where) {
        new (&completion_) Completion(completion);
        cpu_device::make_barrier(&word_, static_cast<unsigned long long>(expected), where);
    }
    template <class Clock, class Duration>
    CPU_DEVICE_INLINE bool try_until(const ::std::chrono::time_point<Clock, Duration>& end, unsigned long long mask,
                                     unsigned long long value, const cpu_device::Where& where) const {
        return cpu_device::done_until(end, [&] { return cpu_device::test_barrier(&word_, mask, value, where); });
    }

    mutable unsigned long long word_;
    [[no_unique_address]] Completion completion_;
};

// ---- Copies -----------------------------------------------------------------------------------

// A number of bytes that is a multiple of Alignment, as both addresses are.
template <::std::size_t Alignment>
struct aligned_size_t {
    static constexpr ::std::size_t align = Alignment;
    ::std::size_t value;
    explicit constexpr aligned_size_t(::std::size_t bytes) : value(bytes) {}
    constexpr operator ::std::size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };

}  // namespace cuda

namespace cpu_device {
template <class Size>
inline constexpr ::std::size_t promised_alignment = 1;
template <::std::size_t Alignment>
inline constexpr ::std::size_t promised_alignment<cuda::aligned_size_t<Alignment>> = Alignment;

// A program that promises an alignment must keep it.
template <class Size>
inline void check_copy(const void* to, const void* from, const Size& bytes, const Where& where) {
    const ::std::size_t bits = reinterpret_cast<::std::uintptr_t>(to) | reinterpret_cast<::std::uintptr_t>(from) |
                               static_cast<::std::size_t>(bytes);
    if (bits % promised_alignment<Size> != 0)
        misused("an address or the size is not a multiple of what aligned_size_t promises", where);
}
}  // namespace cpu_device

namespace cuda {

template <class Group, class Size, thread_scope Scope, class Completion>
CPU_DEVICE_INLINE async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                                          barrier<Scope, Completion>& barrier,
                                                          CPU_DEVICE_HERE("cuda::memcpy_async()")) requires requires {
    group.thread_rank();
}
{
    cpu_device::check_copy(to, from, bytes, where);
    unsigned long long* const word = barrier.word();
    cpu_device::share_copy(
        to, from, static_cast<::std::size_t>(bytes), group.thread_rank(),
        group.size(), [&](const cpu_device::AsyncCopy& copy) __attribute__((always_inline)) {
            cpu_device::bind_copy_to_barrier(word, copy, where);
        });
    return async_contract_fulfillment::async;
}
template <class Size, thread_scope Scope, class Completion>
CPU_DEVICE_INLINE async_contract_fulfillment memcpy_async(void* to, const void* from, Size bytes,
                                                          barrier<Scope, Completion>& barrier,
                                                          CPU_DEVICE_HERE("cuda::memcpy_async()")) {
    cpu_device::check_copy(to, from, bytes, where);
    cpu_device::bind_copy_to_barrier(barrier.word(), {to, from, static_cast<::std::size_t>(bytes), 0}, where);
    return async_contract_fulfillment::async;
}

namespace device {
template <thread_scope Scope>
inline __mbarrier_t* barrier_native_handle(barrier<Scope>& barrier) {
    return reinterpret_cast<__mbarrier_t*>(barrier.word());
}
}  // namespace device

}  // namespace cuda

#undef CPU_DEVICE_INLINE
#undef CPU_DEVICE_HERE
