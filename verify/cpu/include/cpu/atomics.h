// Atomic functions on global and shared memory: each returns the old value. Relaxed, as on a GPU.
#pragma once

#include <cstring>

#include "cpu/wait.h"

namespace cpu_device {

// What an exchange begins with: the old value. In the check build a guess, which the exchange corrects: so there is one
// access to look at and not two.
template <class T>
__attribute__((always_inline)) inline void first_guess(T* address, T& old) {
#if defined(DAYBREAK_CHECK) && !defined(DAYBREAK_COUNT)
    static_cast<void>(address);
    std::memset(&old, 0, sizeof old);
#else
    __atomic_load(address, &old, __ATOMIC_RELAXED);
#endif
}

// old = *address; *address = next(old), as one step; returns old. T has 2, 4 or 8 bytes. Its exchange is a weak one;
// the program's own atomicCAS is strong, by which a checker tells them apart.
template <class T, class Next>
__attribute__((always_inline)) inline T atomic_update(T* address, Next next) {
    T old, wanted;
    first_guess(address, old);
    do {
        wanted = next(old);
    } while (!__atomic_compare_exchange(address, &old, &wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

}  // namespace cpu_device

#define CPU_DEVICE_ATOMIC(name, T, expression)                                                                 \
    __attribute__((always_inline)) inline T name(T* address, T value) {                                        \
        return cpu_device::atomic_update(address, [=](T old) -> T { return expression; });                     \
    }                                                                                                          \
    __attribute__((always_inline)) inline T name##_block(T* address, T value) { return name(address, value); } \
    __attribute__((always_inline)) inline T name##_system(T* address, T value) { return name(address, value); }

#define CPU_DEVICE_ATOMIC_INTEGERS(name, expression)  \
    CPU_DEVICE_ATOMIC(name, int, expression)          \
    CPU_DEVICE_ATOMIC(name, unsigned int, expression) \
    CPU_DEVICE_ATOMIC(name, unsigned long long, expression)

CPU_DEVICE_ATOMIC_INTEGERS(atomicAdd, old + value)
CPU_DEVICE_ATOMIC(atomicAdd, float, old + value)
CPU_DEVICE_ATOMIC(atomicAdd, double, old + value)
CPU_DEVICE_ATOMIC(atomicSub, int, old - value)
CPU_DEVICE_ATOMIC(atomicSub, unsigned int, old - value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicMin, old < value ? old : value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicMax, old > value ? old : value)
CPU_DEVICE_ATOMIC(atomicMin, long long, old < value ? old : value)
CPU_DEVICE_ATOMIC(atomicMax, long long, old > value ? old : value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicAnd, old& value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicOr, old | value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicXor, old ^ value)
CPU_DEVICE_ATOMIC_INTEGERS(atomicExch, (static_cast<void>(old), value))
CPU_DEVICE_ATOMIC(atomicExch, float, (static_cast<void>(old), value))
CPU_DEVICE_ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
CPU_DEVICE_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
#undef CPU_DEVICE_ATOMIC_INTEGERS
#undef CPU_DEVICE_ATOMIC

#define CPU_DEVICE_ATOMIC_CAS(T)                                                                                \
    __attribute__((always_inline)) inline T atomicCAS(T* address, T expected, T value) {                        \
        if (!__atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
            cpu_device::look(); /* it may wait for its turn */                                                  \
        return expected;                                                                                        \
    }                                                                                                           \
    __attribute__((always_inline)) inline T atomicCAS_block(T* address, T expected, T value) {                  \
        return atomicCAS(address, expected, value);                                                             \
    }                                                                                                           \
    __attribute__((always_inline)) inline T atomicCAS_system(T* address, T expected, T value) {                 \
        return atomicCAS(address, expected, value);                                                             \
    }
CPU_DEVICE_ATOMIC_CAS(int)
CPU_DEVICE_ATOMIC_CAS(unsigned int)
CPU_DEVICE_ATOMIC_CAS(unsigned long long)
CPU_DEVICE_ATOMIC_CAS(unsigned short)
#undef CPU_DEVICE_ATOMIC_CAS
