#include "verify/cpu/checker/accesses.h"

#include <algorithm>
#include <optional>

#include "verify/cpu/checker/reports.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/memory/allocations.h"

extern "C" char end;  // of the program's own code and variables, from the linker

namespace cpu_device::checker {
namespace {

bool is_volatile(Kind kind) { return kind == Kind::volatile_read || kind == Kind::volatile_write; }
bool is_atomic(Kind kind) { return kind != Kind::read && kind != Kind::write; }  // or as good as that

// Accesses that a side does not name, as far as they are not ordered before the running thread. Once that has learned
// of anybody by a finer order than a barrier, it is taken to have learned of all those whom this order may reach.
struct Crowd {
    bool near = false, warps = false, blocks = false;  // in the block of the named one; of those, in other warps
};

// What the flags of a side say. warps_told: where they do not, those in the block may be of any warp.
Crowd unordered_crowd(Side side, Crowd told, bool warps_told) {
    const Ordering& order = state.ordering;
    const std::uint32_t stamp = stamp_of(side);
    Crowd left;
    left.blocks = told.blocks && stamp >= order.grid && stamp >= order.acquired;
    if (!told.near || stamp < order.barrier) return left;
    const bool beyond_warp = warps_told && (told.warps || thread_of(side) / 32 != state.rank / 32);
    left.near = stamp >= (beyond_warp ? order.acquired : order.synced);
    left.warps = left.near && told.warps;
    return left;
}

// The same after the running thread's own access has taken the place of `side`, who joins the crowd if nothing orders
// him.
Crowd joined(Crowd crowd, Side side, bool unordered) {
    const bool mine = state.ordering.of_this_block(side);
    if (crowd.near || (unordered && mine)) crowd.warps = crowd.warps || thread_of(side) / 32 != state.rank / 32;
    if (!mine) crowd = {.blocks = crowd.blocks || crowd.near};
    if (unordered) (mine ? crowd.near : crowd.blocks) = true;
    return crowd;
}

}  // namespace

void examine(Cell& cell, Kind kind, bool shared, std::uint32_t site, Seen& seen) {
    const Ordering& order = state.ordering;
    const Side w = cell.write, r = cell.read;
    const std::uint32_t ws = stamp_of(w), rs = stamp_of(r);
    if (ws == NOT_OURS) {
        seen.outside = true;
        return;
    }
    const std::uint32_t begin = std::max(FIRST_STAMP, shared ? order.block_began : order.grid);
    const auto is_unordered = [&](Side side) { return stamp_of(side) >= begin && !order.before(side, state.rank); };
    // Volatile makes a flag between warps, but lanes of one warp need a __syncwarp() all the same.
    const bool lanes = is_volatile(kind) && shared && thread_of(w) / 32 == state.rank / 32;
    const bool writer_unordered = is_unordered(w);
    Crowd writers, readers;
    if (ws >= begin && (w & (OTHERS | FAR)) != 0)
        writers = unordered_crowd(w, {(w & OTHERS) != 0, shared && (w & FAR) != 0, !shared && (w & FAR) != 0}, shared);
    bool reader_unordered = false;
    if (rs >= begin && (writes(kind) || kind == Kind::read)) {
        reader_unordered = is_unordered(r);
        readers =
            unordered_crowd(r, {(r & MANY) != 0, (r & OTHER_WARPS) != 0, !shared && (r & OTHER_BLOCKS) != 0}, true);
    }

    if (writer_unordered && (!is_atomic(kind) || (w & ATOMIC) == 0 || lanes))
        seen.conflict = {w, true, false};
    else if (!is_atomic(kind) && (writers.near || writers.blocks))
        seen.conflict = {w, true, true};
    else if (writes(kind) && reader_unordered)
        seen.conflict = {r, false, false};
    else if (writes(kind) && (readers.near || readers.blocks))
        seen.conflict = {r, false, true};

    const bool written = (w & r & VALID) == VALID && (!shared || ws >= order.block_began);
    seen.unwritten = seen.unwritten || (reads(kind) && !written);
    const Side mine = state.me | Side{site} << SITE_SHIFT;
    if (writes(kind)) {
        // A plain write that this thread itself makes atomic afterwards still races with the others, as long as nothing
        // can have ordered the one and not the other.
        const bool still_plain = is_atomic(kind) && !is_volatile(kind) && (w & ATOMIC) == 0 &&
                                 thread_of(w) == state.rank &&
                                 ws >= std::max({order.barrier, order.synced, order.fenced});
        Side flags = is_atomic(kind) ? ATOMIC : 0;
        if (is_atomic(kind) && (w & ATOMIC) != 0 && ws >= begin) {
            const Crowd crowd = joined(writers, w, writer_unordered);
            flags |= (crowd.near ? OTHERS : 0) | ((shared ? crowd.warps : crowd.blocks) ? FAR : 0);
        }
        cell.write = still_plain ? w | VALID : mine | flags | VALID;
        cell.read = r | VALID;
    } else if (kind == Kind::read) {
        Side flags = r & VALID;
        if (rs >= begin) {
            const Crowd crowd = joined(readers, r, reader_unordered);
            flags |= (crowd.near ? MANY : 0) | (crowd.warps ? OTHER_WARPS : 0) | (crowd.blocks ? OTHER_BLOCKS : 0);
        }
        cell.read = mine | flags;
    }
}

namespace {

// Is it memory that a kernel may touch though no CUDA call allocated it: its threads' stacks, the program's own
// constants and variables, what the runtime keeps for the running OS thread?
bool is_own(std::uintptr_t address) { return is_private(address) || address - text_begin < number(&end) - text_begin; }

void look_at_variable(Cell& cell, const Use& use) {
    const auto [address, bytes, kind, place] = use;
    Seen seen;
    const std::uint32_t site = site_of_place(place);
    Cell* const parts = bytes < 4 ? bytes_of_word(cell) : nullptr;
    if (bytes < 4 && parts == nullptr) return;  // the side table is full
    if (parts == nullptr) {
        for (unsigned i = 0; i < bytes; i += 4)
            if (Cell* const next = memory().variable_cell(address + i)) {
                if (stamp_of(next->write) == SPLIT)
                    for (unsigned byte = 0; byte < 4; ++byte)
                        examine(bytes_of_word(*next)[byte], kind, false, site, seen);
                else
                    examine(*next, kind, false, site, seen);
            }
    } else {
        for (unsigned i = 0; i < bytes; ++i) examine(parts[(address + i) % 4], kind, false, site, seen);
    }
    const std::optional<Place> variable = memory().nearest(address);
    if (seen.conflict.side != 0) report_race(use, seen.conflict, variable);
    if (variable && address + bytes > variable->begin + variable->bytes) report_outside(use, variable);
}

void look_elsewhere(const Use& use) {
    const std::uintptr_t address = use.address;
    if (address - state.variables_begin < state.variables_end + 64 - state.variables_begin) {
        if (Cell* const cell = memory().variable_cell(address)) return look_at_variable(*cell, use);
        const std::optional<Place> nearest = memory().nearest(address);
        if (nearest && nearest->distance >= 0 && nearest->distance < 16) return report_outside(use, nearest);
    }
    if (is_other_stack(address)) return report_other_local(use);
    if (is_own(address)) return;
    if (address < 1 << 16) return report_null(use);
    if (bytes_from(reinterpret_cast<const void*>(address)) != 0) return;  // registered with the device
    report_host_memory(use);
}

}  // namespace

bool look(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place, bool part) {
    const HostMemory own;
    decide_same_value();
    const Use use{address, bytes, kind, place};
    if (address - ARENA >= ARENA_BYTES) {
        look_elsewhere(use);
        return true;
    }
    if (is_other_shared(address)) {
        report_other_shared(use);
        return true;
    }
    const bool shared = is_shared(address);
    const std::uint32_t site = site_of_place(place);
    Seen seen;
    bool unwritten = false, written = false;
    for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + bytes; word += 4) {
        Cell& cell = cell_of(word);
        const bool whole = word >= address && word + 4 <= address + bytes;
        unsigned missing = 0, there = 0;  // bytes of this word that are read
        if (stamp_of(cell.write) == NOT_OURS && !bring_cells(word)) {
            seen.outside = true;
        } else if (whole && stamp_of(cell.write) != SPLIT) {
            seen.unwritten = false;
            examine(cell, kind, shared, site, seen);
            (seen.unwritten ? missing : there) = 4;
        } else if (Cell* const parts = bytes_of_word(cell)) {
            for (unsigned byte = 0; byte < 4; ++byte) {
                if (word + byte < address || word + byte >= address + bytes) continue;
                seen.unwritten = false;
                examine(parts[byte], kind, shared, site, seen);
                ++(seen.unwritten ? missing : there);
            }
        }
        written = written || there > 0;
        unwritten = unwritten || missing > 0;
    }
    // A structure of 8 or 16 bytes is copied as one, with its padding: that nobody wrote a part of it is nobody's
    // fault.
    if (bytes >= 8 && written) unwritten = false;
    if (unwritten && (part || !MemoryMap::is_untouched(address))) unwritten = false;
    if (!seen.outside && seen.conflict.side == 0 && !unwritten) return written;

    const std::optional<Place> nearest = memory().nearest(address);
    if (seen.outside) {
        report_outside(use, nearest);
        return true;
    }
    if (seen.conflict.side != 0) report_race(use, seen.conflict, nearest);
    if (unwritten) report_unwritten(use, nearest);
    return written;
}

void look_at_structure(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    bool written = false;
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t at = address; at < end;) {
        const unsigned step = at % 4 == 0 && end - at >= 4 ? 4 : 1;
        written = look(at, step, kind, place, true) || written;
        at += step;
    }
    for (std::uintptr_t word = address; word < end; word += 4) written = written || !MemoryMap::is_untouched(word);
    if (!written && reads(kind))
        report_unwritten({address, static_cast<unsigned>(bytes), kind, place}, memory().nearest(address));
}

void misaligned(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place) {
    const HostMemory own;
    if (!is_own(address)) report_misaligned({address, bytes, kind, place}, memory().nearest(address));
}

void atomic_happens(std::uintptr_t address, unsigned bytes, Kind kind, bool releases, std::uintptr_t place) {
    if (address % bytes != 0) return misaligned(address, bytes, kind, place);
    const HostMemory own;
    if (kind == Kind::volatile_write) note_volatile_store(site_of_place(place));
    state.ordering.atomic(state.rank, ordering_key(address, launched.block_number(state.block)), reads(kind),
                          writes(kind), releases);
    state.refresh();
    look(address, bytes, kind, place);
}

void compares_and_swaps(std::uintptr_t address) {
    const HostMemory own;
    Cell* cell = address - ARENA < ARENA_BYTES ? &cell_of(address) : memory().variable_cell(address);
    if (cell == nullptr || stamp_of(cell->write) == NOT_OURS) return;  // outside, or never read
    if (stamp_of(cell->write) == SPLIT) cell = bytes_of_word(*cell) + address % 4;
    if (stamp_of(cell->read) < state.ordering.barrier || thread_of(cell->read) != state.rank) return;
    note_guess(site_of(cell->read));
    cell->read &= VALID;  // stamp 0: as though it had not been read
}

void fence_happens() {
    const HostMemory own;
    state.ordering.fence(state.rank);
    state.refresh();
}

}  // namespace cpu_device::checker
