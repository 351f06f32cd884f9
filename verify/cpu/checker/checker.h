// The checker: an observer of the runtime, and what the compiler's hooks call for every access of a kernel.
#pragma once

#include <cstdint>
#include <string>

#include "cpu/vector_types.h"
#include "verify/cpu/checker/ordering.h"
#include "verify/cpu/checker/shadow.h"
#include "verify/cpu/runtime/ground/fiber.h"

namespace cpu_device::checker {

enum class Mode : unsigned char { off, check, count };

// On for the OS thread that runs a kernel, while it runs it.
extern constinit thread_local Mode mode;

struct State {
    Side me = 0;  // now and the running thread, where a side has them
    unsigned rank = 0;
    uint3 thread{}, block{};
    Ordering ordering;
    std::uintptr_t variables_begin = 0, variables_end = 0;  // around all variables with a name
};
extern State state;

enum class Kind : unsigned char { read, write, volatile_read, volatile_write, atomic_read, atomic_write, atomic };

// Where the access that returns to `place` stands in the program's text, as 22 bits (16 MiB of text); and back to an
// address inside the same call.
extern std::uintptr_t text_begin;
inline std::uint32_t site_of_place(std::uintptr_t place) {
    return static_cast<std::uint32_t>((place - text_begin) >> 2) & MAX_SITE;
}
inline std::uintptr_t place_of_site(std::uint32_t site) { return text_begin + (std::uintptr_t{site} << 2); }

// Of a running thread's own: its stack, and the thread-local variables of its OS thread (threadIdx and the like).
inline bool is_private(std::uintptr_t address) {
    constexpr std::uintptr_t LOCALS = 1 << 16;  // they lie below the thread pointer
    return address - STACKS < STACKS_BYTES ||
           address - (reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer()) - LOCALS) < LOCALS;
}

// The rest of what the hooks do, out of line.
// Says whether any of it was ever written. part: of a structure, whose padding nobody writes.
bool look(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place, bool part = false);
void look_at_structure(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place);
void atomic_happens(std::uintptr_t address, unsigned bytes, Kind kind, bool releases, std::uintptr_t place);
void misaligned(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place);
void fence_happens();
// The running thread calls atomicCAS. What it read there by a plain load before is a guess that the call checks: such a
// load, at whatever thread, does not race with the atomics.
void compares_and_swaps(std::uintptr_t address);

// For the counts: the array that `address` lies in, its name and where it begins; the cell of a variable with a name,
// or null; is that a __constant__ one?
std::string name_at(std::uintptr_t address, std::uintptr_t* begin);
Cell* variable_cell(std::uintptr_t address);
bool is_constant(std::uintptr_t address);

// ---- The fast path ----------------------------------------------------------------------------

// An aligned word of the arena is read or written. True when there is nothing to find, and then it is noted.
template <bool writes>
inline bool quick(std::uintptr_t address, std::uint32_t site) {
    constexpr Side when_and_who = ~Side{0} << THREAD_SHIFT;
    const Ordering& order = state.ordering;
    Cell& cell = cell_of(address);
    const Side w = cell.write, r = cell.read;
    const std::uint32_t ws = stamp_of(w), rs = stamp_of(r);
    const bool shared = address - ARENA < SHARED_BYTES;

    // Was it written by another thread since the last barrier, or by another block of this grid?
    if (((w ^ state.me) & when_and_who) != 0 || (w & OTHERS) != 0) {
        if (ws >= order.barrier) return false;
        if (shared ? !writes && ws < order.block_began : ws < order.run && ws >= order.grid) return false;
    }
    if constexpr (writes) {
        if (ws < FIRST_STAMP && ws != FRESH) return false;
        if (rs >= order.barrier && (thread_of(r) != state.rank || (r & MANY) != 0)) return false;
        if (!shared && rs >= order.grid && (rs < order.run || (r & OTHER_BLOCKS) != 0)) return false;
        cell.write = state.me | Side{site} << SITE_SHIFT | VALID;
        cell.read = r | VALID;
    } else {
        if ((w & r & VALID) != VALID) return false;
        if (((r ^ state.me) & when_and_who) == 0) return true;
        const bool many = rs >= order.barrier && (thread_of(r) != state.rank || (r & MANY) != 0);
        const bool others = !shared && rs >= order.grid && (rs < order.run || (r & OTHER_BLOCKS) != 0);
        cell.read = state.me | Side{site} << SITE_SHIFT | (many ? MANY : 0) | (others ? OTHER_BLOCKS : 0) | VALID;
    }
    return true;
}

}  // namespace cpu_device::checker
