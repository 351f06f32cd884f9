// cuda::atomic, cuda::atomic_ref and cuda::atomic_thread_fence. Every scope is as strong as the system's. A loop that
// looks at an atomic object again and again lets the threads that it waits for run: see look() in cpu/wait.h.
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>

#include "cpu/atomics.h"
#include "cpu/thread_scope.h"
#include "cpu/wait.h"

#define CPU_DEVICE_INLINE __attribute__((always_inline))

namespace cpu_device {

// Calls `operation` with the order as a constant: the compiler, and with it a checker, knows no other. A load, a store
// and the failure of an exchange have fewer of them.
template <int value>
using Order = std::integral_constant<int, value>;

template <class Operation>
CPU_DEVICE_INLINE inline auto in_order(std::memory_order order, Operation operation) {
    switch (order) {
        case std::memory_order_relaxed:
            return operation(Order<__ATOMIC_RELAXED>());
        case std::memory_order_consume:
        case std::memory_order_acquire:
            return operation(Order<__ATOMIC_ACQUIRE>());
        case std::memory_order_release:
            return operation(Order<__ATOMIC_RELEASE>());
        case std::memory_order_acq_rel:
            return operation(Order<__ATOMIC_ACQ_REL>());
        default:
            return operation(Order<__ATOMIC_SEQ_CST>());
    }
}
template <class Operation>
CPU_DEVICE_INLINE inline auto in_load_order(std::memory_order order, Operation operation) {
    switch (order) {
        case std::memory_order_relaxed:
        case std::memory_order_release:
            return operation(Order<__ATOMIC_RELAXED>());
        case std::memory_order_seq_cst:
            return operation(Order<__ATOMIC_SEQ_CST>());
        default:
            return operation(Order<__ATOMIC_ACQUIRE>());
    }
}
template <class Operation>
CPU_DEVICE_INLINE inline auto in_store_order(std::memory_order order, Operation operation) {
    switch (order) {
        case std::memory_order_relaxed:
            return operation(Order<__ATOMIC_RELAXED>());
        case std::memory_order_seq_cst:
            return operation(Order<__ATOMIC_SEQ_CST>());
        default:
            return operation(Order<__ATOMIC_RELEASE>());
    }
}

// The operations of an atomic object; Self::address() is where it lies.
template <class T, class Self>
class AtomicOperations {
    static_assert(std::is_trivially_copyable_v<T>, "an atomic type can be copied byte by byte");
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "CPU device: cuda::atomic of more than 8 bytes is not there yet: run this program on a GPU");
    using Difference = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
    static constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

    CPU_DEVICE_INLINE T* address() const noexcept { return static_cast<const Self*>(this)->address(); }

    // old = value, value = next(old), as one step; returns old.
    template <class Next>
    CPU_DEVICE_INLINE T update(std::memory_order order, Next next) const noexcept {
        T* const at = address();
        return in_order(order, [&](auto constant) CPU_DEVICE_INLINE {
            T old, wanted;
            first_guess(at, old);
            do {
                wanted = next(old);
            } while (!__atomic_compare_exchange(at, &old, &wanted, true, decltype(constant)::value, __ATOMIC_RELAXED));
            return old;
        });
    }

 public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;
    static constexpr std::size_t required_alignment = sizeof(T);

    bool is_lock_free() const noexcept { return true; }

    CPU_DEVICE_INLINE T load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
        look();
        T* const at = address();
        return in_load_order(order, [&](auto constant) CPU_DEVICE_INLINE {
            T value;
            __atomic_load(at, &value, decltype(constant)::value);
            return value;
        });
    }
    CPU_DEVICE_INLINE operator T() const noexcept { return load(); }

    CPU_DEVICE_INLINE void store(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
        T* const at = address();
        in_store_order(order,
                       [&](auto constant) CPU_DEVICE_INLINE { __atomic_store(at, &value, decltype(constant)::value); });
    }

    CPU_DEVICE_INLINE T exchange(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
        look();
        T* const at = address();
        return in_order(order, [&](auto constant) CPU_DEVICE_INLINE {
            T old;
            __atomic_exchange(at, &value, &old, decltype(constant)::value);
            return old;
        });
    }

    CPU_DEVICE_INLINE bool compare_exchange_strong(T& expected, T value, std::memory_order success,
                                                   std::memory_order failure) const noexcept {
        T* const at = address();
        const bool done = in_order(success, [&](auto yes) CPU_DEVICE_INLINE {
            return in_load_order(failure, [&](auto no) CPU_DEVICE_INLINE {
                return __atomic_compare_exchange(at, &expected, &value, false, decltype(yes)::value,
                                                 decltype(no)::value);
            });
        });
        if (!done) look();
        return done;
    }
    CPU_DEVICE_INLINE bool compare_exchange_strong(T& expected, T value,
                                                   std::memory_order order = std::memory_order_seq_cst) const noexcept {
        return compare_exchange_strong(expected, value, order, order);
    }
    CPU_DEVICE_INLINE bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                                                 std::memory_order failure) const noexcept {
        return compare_exchange_strong(expected, value, success, failure);
    }
    CPU_DEVICE_INLINE bool compare_exchange_weak(T& expected, T value,
                                                 std::memory_order order = std::memory_order_seq_cst) const noexcept {
        return compare_exchange_strong(expected, value, order, order);
    }

    // Waits for the value to differ from `old`.
    CPU_DEVICE_INLINE void wait(T old, std::memory_order order = std::memory_order_seq_cst,
                                Where where = Where::here("atomic::wait()")) const noexcept {
        unsigned long long bits = 0;
        __builtin_memcpy(&bits, &old, sizeof(T));
        wait_while({address(), sizeof(T), ~0ull, bits}, where);
        static_cast<void>(load(order));
    }
    void notify_one() const noexcept {}  // those who wait look for themselves
    void notify_all() const noexcept {}

    // ---- Numbers and pointers: a pointer moves by elements --------------------------------------

    CPU_DEVICE_INLINE T fetch_add(Difference by, std::memory_order order = std::memory_order_seq_cst) const noexcept
        requires(is_number || std::is_pointer_v<T>) {
        if constexpr (std::is_integral_v<T>) {
            T* const at = address();
            return in_order(order, [&](auto constant) CPU_DEVICE_INLINE {
                return __atomic_fetch_add(at, by, decltype(constant)::value);
            });
        } else {
            return update(order, [&](T old) CPU_DEVICE_INLINE { return old + by; });
        }
    }
    CPU_DEVICE_INLINE T fetch_sub(Difference by, std::memory_order order = std::memory_order_seq_cst) const noexcept
        requires(is_number || std::is_pointer_v<T>) {
        if constexpr (std::is_integral_v<T>) {
            T* const at = address();
            return in_order(order, [&](auto constant) CPU_DEVICE_INLINE {
                return __atomic_fetch_sub(at, by, decltype(constant)::value);
            });
        } else {
            return update(order, [&](T old) CPU_DEVICE_INLINE { return old - by; });
        }
    }
    CPU_DEVICE_INLINE T
    fetch_min(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept requires is_number {
        return update(order, [&](T old) CPU_DEVICE_INLINE { return value < old ? value : old; });
    }
    CPU_DEVICE_INLINE T
    fetch_max(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept requires is_number {
        return update(order, [&](T old) CPU_DEVICE_INLINE { return old < value ? value : old; });
    }

#define CPU_DEVICE_ATOMIC_BITS(name, builtin, op)                                                                  \
    CPU_DEVICE_INLINE T name(T bits, std::memory_order order = std::memory_order_seq_cst)                          \
        const noexcept requires(is_number && std::is_integral_v<T>) {                                              \
        T* const at = address();                                                                                   \
        return in_order(                                                                                           \
            order, [&](auto constant) CPU_DEVICE_INLINE { return builtin(at, bits, decltype(constant)::value); }); \
    }                                                                                                              \
    CPU_DEVICE_INLINE T operator op##=(T bits) const noexcept requires(is_number && std::is_integral_v<T>) {       \
        return static_cast<T>(name(bits) op bits);                                                                 \
    }
    CPU_DEVICE_ATOMIC_BITS(fetch_and, __atomic_fetch_and, &)
    CPU_DEVICE_ATOMIC_BITS(fetch_or, __atomic_fetch_or, |)
    CPU_DEVICE_ATOMIC_BITS(fetch_xor, __atomic_fetch_xor, ^)
#undef CPU_DEVICE_ATOMIC_BITS

    CPU_DEVICE_INLINE T operator+=(Difference by) const noexcept { return static_cast<T>(fetch_add(by) + by); }
    CPU_DEVICE_INLINE T operator-=(Difference by) const noexcept { return static_cast<T>(fetch_sub(by) - by); }
    CPU_DEVICE_INLINE T operator++() const noexcept { return static_cast<T>(fetch_add(1) + 1); }
    CPU_DEVICE_INLINE T operator--() const noexcept { return static_cast<T>(fetch_sub(1) - 1); }
    CPU_DEVICE_INLINE T operator++(int) const noexcept { return fetch_add(1); }
    CPU_DEVICE_INLINE T operator--(int) const noexcept { return fetch_sub(1); }
};

}  // namespace cpu_device

namespace cuda {

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

template <class T, thread_scope Scope = thread_scope_system>
class atomic : public cpu_device::AtomicOperations<T, atomic<T, Scope>> {
 public:
    atomic() noexcept = default;
    constexpr atomic(T value) noexcept : value_(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    CPU_DEVICE_INLINE T operator=(T value) noexcept {
        this->store(value);
        return value;
    }

 private:
    friend cpu_device::AtomicOperations<T, atomic>;
    CPU_DEVICE_INLINE T* address() const noexcept { return &value_; }

    alignas(sizeof(T)) mutable T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public cpu_device::AtomicOperations<T, atomic_ref<T, Scope>> {
 public:
    explicit atomic_ref(T& value) : address_(&value) {}
    atomic_ref(const atomic_ref&) noexcept = default;
    atomic_ref& operator=(const atomic_ref&) = delete;
    CPU_DEVICE_INLINE T operator=(T value) const noexcept {
        this->store(value);
        return value;
    }

 private:
    friend cpu_device::AtomicOperations<T, atomic_ref>;
    CPU_DEVICE_INLINE T* address() const noexcept { return address_; }

    T* address_;
};

CPU_DEVICE_INLINE inline void atomic_thread_fence(memory_order order, thread_scope = thread_scope_system) {
    if (order == memory_order_relaxed) return;
    cpu_device::in_order(order, [](auto constant) CPU_DEVICE_INLINE {
        if constexpr (decltype(constant)::value != __ATOMIC_RELAXED) __atomic_thread_fence(decltype(constant)::value);
    });
}
inline void atomic_signal_fence(memory_order order) { ::std::atomic_signal_fence(order); }

}  // namespace cuda

#undef CPU_DEVICE_INLINE
