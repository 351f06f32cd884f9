// cuda::std::atomic, barrier, latch and semaphores: libcu++'s own with the scope of the whole system.
#pragma once

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
template <class Completion = cpu_device::NoCompletion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
template <::std::ptrdiff_t Largest = INT_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, Largest>;
using binary_semaphore = ::cuda::binary_semaphore<thread_scope_system>;
using latch = ::cuda::latch<thread_scope_system>;

inline void atomic_thread_fence(memory_order order) { ::cuda::atomic_thread_fence(order); }

}  // namespace cuda::std
