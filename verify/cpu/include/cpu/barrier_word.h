// The 64 bits of a barrier in memory, under cuda::barrier and __mbarrier_t: arrivals that are still to come in this
// phase, arrivals that a phase expects, and the number of the phase. What was never made is told from its highest bit:
// shared memory starts as ones.
#pragma once

#include "cpu/async_copy.h"
#include "cpu/wait.h"
#include "cpu/where.h"

namespace cpu_device {

inline constexpr unsigned long long barrier_counts = (1ull << 20) - 1, barrier_never_made = 1ull << 63;
inline constexpr int barrier_expected_shift = 20, barrier_phase_shift = 40;
inline constexpr unsigned long long barrier_phases = ~0ull >> 1 >> barrier_phase_shift << barrier_phase_shift;
inline constexpr unsigned long long barrier_parity = 1ull << barrier_phase_shift;

inline constexpr unsigned long long new_barrier(unsigned long long expected) {
    return expected << barrier_expected_shift | expected;
}

__attribute__((always_inline)) inline void make_barrier(unsigned long long* word, unsigned long long expected,
                                                        const Where& where) {
    if (expected > barrier_counts) misused("a barrier takes fewer than 2^20 arrivals", where);
    forget_bound_copies(word);
    __atomic_store_n(word, new_barrier(expected), __ATOMIC_RELEASE);
}

__attribute__((always_inline)) inline unsigned long long read_barrier(const unsigned long long* word,
                                                                      const Where& where) {
    const unsigned long long bits = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (bits & barrier_never_made) misused("the barrier was never initialised", where);
    return bits;
}

// `count` arrivals, of which `dropped` will not come in the next phases either. Returns the phase in which they
// arrived. The last arrival of a phase calls `complete` and begins the next.
template <class Complete>
__attribute__((always_inline)) inline unsigned long long arrive_at_barrier(unsigned long long* word,
                                                                           unsigned long long count,
                                                                           unsigned long long dropped,
                                                                           Complete complete, const Where& where) {
    unsigned long long before = read_barrier(word, where), after;
    do {
        if ((before & barrier_counts) < count) misused("more arrivals than the barrier's phase expects", where);
        after = before - count - (dropped << barrier_expected_shift);
    } while (!__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if ((after & barrier_counts) == 0 && count > 0) {
        complete();
        const unsigned long long expected = after >> barrier_expected_shift & barrier_counts;
        const unsigned long long phase = (after & barrier_phases) + barrier_parity;
        __atomic_store_n(word, (phase & barrier_phases) | new_barrier(expected), __ATOMIC_RELEASE);
    }
    return before & barrier_phases;
}

// After a phase: what it completed is done by the first who waits for it; the others see that.
__attribute__((always_inline)) inline void leave_barrier(unsigned long long* word, unsigned long long bits) {
    if (complete_bound_copies(word, bits & barrier_phases)) __atomic_fetch_add(word, 0, __ATOMIC_ACQ_REL);
}

__attribute__((always_inline)) inline bool test_barrier(unsigned long long* word, unsigned long long mask,
                                                        unsigned long long value, const Where& where) {
    const unsigned long long bits = read_barrier(word, where);
    if ((bits & mask) == value) return false;
    leave_barrier(word, bits);
    return true;
}

// Waits while the bits of `mask` equal `value`: mask barrier_phases for the phase of an arrival, barrier_parity for the
// parity of a phase.
__attribute__((always_inline)) inline void wait_at_barrier(unsigned long long* word, unsigned long long mask,
                                                           unsigned long long value, const Where& where) {
    read_barrier(word, where);
    wait_while({word, sizeof *word, mask, value}, where);
    leave_barrier(word, read_barrier(word, where));
}

// A copy that the current phase of the barrier completes. A barrier outside the block's shared memory completes none on
// a GPU either: the copy is done at once.
__attribute__((always_inline)) inline void bind_copy_to_barrier(unsigned long long* word, const AsyncCopy& copy,
                                                                const Where& where) {
    const unsigned long long bits = read_barrier(word, where);
    if (in_shared_memory(word))
        bind_copy(word, bits & barrier_phases, copy);
    else
        do_copy(copy);
}

// The same for the calling thread's open batch, or all its batches.
__attribute__((always_inline)) inline void bind_batches_to_barrier(unsigned long long* word, bool closed_too,
                                                                   const Where& where) {
    const unsigned long long bits = read_barrier(word, where);
    if (in_shared_memory(word)) return bind_batches(word, bits & barrier_phases, closed_too);
    close_batch();
    complete_batches(0);
}

}  // namespace cpu_device
