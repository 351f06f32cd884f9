// __mbarrier_t: barriers in shared memory, as functions.
#pragma once

#include <cstdint>

#include "cpu/barrier_word.h"

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)
#define CPU_DEVICE_INLINE __attribute__((always_inline)) inline

namespace cpu_device {
CPU_DEVICE_INLINE unsigned long long* barrier_word(__mbarrier_t* barrier) {
    return reinterpret_cast<unsigned long long*>(barrier);
}
// One look, and if the phase is not over, the other threads have their turn.
CPU_DEVICE_INLINE bool test_or_pause(__mbarrier_t* barrier, unsigned long long mask, unsigned long long value,
                                     const Where& where) {
    if (test_barrier(barrier_word(barrier), mask, value, where)) return true;
    pause();
    return false;
}
}  // namespace cpu_device

constexpr std::uint32_t __mbarrier_maximum_count() { return cpu_device::barrier_counts; }
CPU_DEVICE_INLINE void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t expected,
                                       CPU_DEVICE_HERE("__mbarrier_init()")) {
    cpu_device::make_barrier(cpu_device::barrier_word(barrier), expected, where);
}
CPU_DEVICE_INLINE void __mbarrier_inval(__mbarrier_t* barrier) {
    __atomic_store_n(cpu_device::barrier_word(barrier), ~0ull, __ATOMIC_RELAXED);
}
CPU_DEVICE_INLINE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier, CPU_DEVICE_HERE("__mbarrier_arrive()")) {
    return cpu_device::arrive_at_barrier(
        cpu_device::barrier_word(barrier), 1, 0, [] {}, where);
}
CPU_DEVICE_INLINE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier,
                                                                CPU_DEVICE_HERE("__mbarrier_arrive_and_drop()")) {
    return cpu_device::arrive_at_barrier(
        cpu_device::barrier_word(barrier), 1, 1, [] {}, where);
}
CPU_DEVICE_INLINE bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                            CPU_DEVICE_HERE("__mbarrier_test_wait()")) {
    return cpu_device::test_or_pause(barrier, cpu_device::barrier_phases, token, where);
}
CPU_DEVICE_INLINE bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity,
                                                   CPU_DEVICE_HERE("__mbarrier_test_wait_parity()")) {
    return cpu_device::test_or_pause(barrier, cpu_device::barrier_parity, parity ? cpu_device::barrier_parity : 0,
                                     where);
}
CPU_DEVICE_INLINE bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, std::uint32_t,
                                           CPU_DEVICE_HERE("__mbarrier_try_wait()")) {
    return cpu_device::test_or_pause(barrier, cpu_device::barrier_phases, token, where);
}
CPU_DEVICE_INLINE bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, std::uint32_t,
                                                  CPU_DEVICE_HERE("__mbarrier_try_wait_parity()")) {
    return cpu_device::test_or_pause(barrier, cpu_device::barrier_parity, parity ? cpu_device::barrier_parity : 0,
                                     where);
}

#undef CPU_DEVICE_INLINE
#undef CPU_DEVICE_HERE
