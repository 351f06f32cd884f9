// Asynchronous copies, under cuda::memcpy_async, cooperative_groups::memcpy_async and __pipeline_memcpy_async. A copy
// is only noted where it is asked for. It happens late: in the wait that completes it, by the thread that waits, and so
// a missing or a wrong wait shows its bug. The functions that copy are inlined into the kernel, so that a checker sees
// their accesses on the kernel's own lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpu/wait.h"
#include "cpu/where.h"

namespace cpu_device {

struct AsyncCopy {
    void* to;
    const void* from;
    std::size_t bytes, zeros;  // copied, and zeroed behind them
};

// The calling thread's copies that are noted and not yet done, in batches; and those that a barrier completes with one
// of its phases.
void note_copy(const AsyncCopy& copy);                          // in the open batch
void close_batch();                                             // which may be empty
bool take_copy(std::size_t batches_to_leave, AsyncCopy& copy);  // from the closed batches, oldest first
void bind_copy(const void* barrier, unsigned long long phase, const AsyncCopy& copy);
void bind_batches(const void* barrier, unsigned long long phase, bool closed_too);
bool take_bound_copy(const void* barrier, unsigned long long phase_to_leave, AsyncCopy& copy);
void forget_bound_copies(const void* barrier);
bool in_shared_memory(const void* address);

template <class Piece>
__attribute__((always_inline)) inline void copy_pieces(const AsyncCopy& copy) {
    typedef Piece __attribute__((may_alias)) Alias;
    Alias* const to = static_cast<Alias*>(copy.to);
    const Alias* const from = static_cast<const Alias*>(copy.from);
    const std::size_t count = copy.bytes / sizeof(Piece), all = count + copy.zeros / sizeof(Piece);
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
    for (std::size_t i = count; i < all; ++i) to[i] = Piece{};
}

// In the largest pieces that the addresses and sizes allow.
__attribute__((always_inline)) inline void do_copy(const AsyncCopy& copy) {
    typedef unsigned Sixteen __attribute__((vector_size(16)));
    const std::size_t bits = reinterpret_cast<std::uintptr_t>(copy.to) | reinterpret_cast<std::uintptr_t>(copy.from) |
                             copy.bytes | copy.zeros;
    if (bits % 16 == 0)
        copy_pieces<Sixteen>(copy);
    else if (bits % 8 == 0)
        copy_pieces<std::uint64_t>(copy);
    else if (bits % 4 == 0)
        copy_pieces<std::uint32_t>(copy);
    else
        copy_pieces<unsigned char>(copy);
}

__attribute__((always_inline)) inline void complete_batches(std::size_t batches_to_leave) {
    AsyncCopy copy;
    while (take_copy(batches_to_leave, copy)) do_copy(copy);
}

// What a barrier whose current phase this is has completed. True if there was anything.
__attribute__((always_inline)) inline bool complete_bound_copies(const void* barrier, unsigned long long phase) {
    AsyncCopy copy;
    bool any = false;
    for (; take_bound_copy(barrier, phase, copy); any = true) do_copy(copy);
    return any;
}

// The share of the thread `rank` among `threads` that copy together: every threads-th piece of up to 16 bytes.
template <class Note>
__attribute__((always_inline)) inline void share_copy(void* to, const void* from, std::size_t bytes, std::size_t rank,
                                                      std::size_t threads, Note note) {
    const std::size_t bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | bytes | 16;
    const std::size_t piece = threads == 1 ? bytes : bits & -bits;
    for (std::size_t at = rank * piece; at < bytes; at += threads * piece)
        note(AsyncCopy{static_cast<char*>(to) + at, static_cast<const char*>(from) + at, piece, 0});
}

}  // namespace cpu_device
