// Block-wide barriers and memory fences.
#pragma once

#include "cpu/where.h"

namespace cpu_device {

struct Votes {
    int count;  // of the block's threads whose predicate was not zero
    int all;    // 1 when it was not zero for every thread
};

// Suspends the calling thread until every thread of its block that has not exited has come to a barrier.
Votes block_barrier(int predicate, const Where& where);

}  // namespace cpu_device

inline void __syncthreads(cpu_device::Where where = cpu_device::Where::here("__syncthreads()")) {
    cpu_device::block_barrier(0, where);
}
inline int __syncthreads_count(int predicate,
                               cpu_device::Where where = cpu_device::Where::here("__syncthreads_count()")) {
    return cpu_device::block_barrier(predicate, where).count;
}
inline int __syncthreads_and(int predicate, cpu_device::Where where = cpu_device::Where::here("__syncthreads_and()")) {
    return cpu_device::block_barrier(predicate, where).all;
}
inline int __syncthreads_or(int predicate, cpu_device::Where where = cpu_device::Where::here("__syncthreads_or()")) {
    return cpu_device::block_barrier(predicate, where).count != 0;
}

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
