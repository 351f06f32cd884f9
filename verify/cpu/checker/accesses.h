// What an access of a kernel shows, by the shadow of its memory.
#pragma once

#include <cstdint>

#include "verify/cpu/checker/reports.h"
#include "verify/cpu/checker/state.h"

namespace cpu_device::checker {

// Says whether any of it was ever written. part: of a structure, whose padding nobody writes.
bool look(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place, bool part = false);
void look_at_structure(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place);
void atomic_happens(std::uintptr_t address, unsigned bytes, Kind kind, bool releases, std::uintptr_t place);
void misaligned(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place);
void fence_happens();
// The running thread calls atomicCAS. What it read there by a plain load before is a guess that the call checks: such a
// load, at whatever thread, does not race with the atomics.
void compares_and_swaps(std::uintptr_t address);

// ---- The fast path ----------------------------------------------------------------------------

// An aligned word of the arena is read or written. True when there is nothing to find, and then it is noted. What needs
// to know who was ordered before whom is left to examine().
template <bool writes>
inline bool quick(std::uintptr_t address, std::uint32_t site) {
    constexpr Side when_and_who = ~Side{0} << THREAD_SHIFT;
    const Ordering& order = state.ordering;
    Cell& cell = cell_of(address);
    const Side w = cell.write, r = cell.read;
    const std::uint32_t ws = stamp_of(w), rs = stamp_of(r);
    const bool shared = is_shared(address);

    // Was it written by another thread since the last barrier, or by another block of this grid?
    if (((w ^ state.me) & when_and_who) != 0 || (w & (OTHERS | FAR)) != 0) {
        if (ws >= order.barrier) return false;
        if (shared ? !writes && ws < order.block_began : ws >= order.grid && (ws < order.run || (w & FAR) != 0))
            return false;
    }
    if constexpr (writes) {
        if (state.undecided) return false;
        if (ws < FIRST_STAMP && ws != FRESH) return false;
        if (rs >= order.barrier && (thread_of(r) != state.rank || (r & MANY) != 0)) return false;
        if (!shared && rs >= order.grid && (rs < order.run || (r & OTHER_BLOCKS) != 0)) return false;
        cell.write = state.me | Side{site} << SITE_SHIFT | VALID;
        cell.read = r | VALID;
    } else {
        if ((w & r & VALID) != VALID) return false;
        if (((r ^ state.me) & when_and_who) == 0) return true;
        Side flags = VALID;
        if (rs >= order.barrier && (thread_of(r) != state.rank || (r & MANY) != 0)) {
            if (rs < order.synced) return false;
            flags |= MANY | (thread_of(r) / 32 != state.rank / 32 ? OTHER_WARPS : r & OTHER_WARPS);
        }
        if (!shared && rs >= order.grid && (rs < order.run || (r & OTHER_BLOCKS) != 0)) {
            if (rs < order.acquired || (rs >= order.block_began && rs < order.run)) return false;
            flags |= OTHER_BLOCKS;
        }
        cell.read = state.me | Side{site} << SITE_SHIFT | flags;
    }
    return true;
}

// What an access of one cell shows.
struct Seen {
    bool outside = false, unwritten = false;
    Conflict conflict;
};
void examine(Cell& cell, Kind kind, bool shared, std::uint32_t site, Seen& seen);

}  // namespace cpu_device::checker
