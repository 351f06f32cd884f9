// The flat shadow memory. Every 4 bytes of device, managed, pinned and shared memory have one cell of 16 bytes: who
// wrote them last and who read them last, when and where, and which of them were ever written.
//
// Time is a stamp: a counter that grows at every barrier, __syncwarp, fence and change of block. Since the threads of a
// grid run one at a time, an access with a smaller stamp came before; whether it is also *ordered* before is what the
// checker decides (ordering.h).
//
// Accesses of single bytes split a word: its cell then names four cells of their own, one a byte, in a side table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace cpu_device::checker {

// One address range holds all memory that kernels may touch, but for variables with a name. Addresses are reserved, and
// cost nothing until they are used.
constexpr std::uintptr_t ARENA = 0x2000'0000'0000;
constexpr std::size_t SHARED_BYTES = 1ull << 32;  // windows of shared memory, one a worker
constexpr std::size_t HOST_BYTES = 1ull << 35;    // then managed and pinned memory
constexpr std::size_t ARENA_BYTES = 1ull << 37;   // then device memory
constexpr std::uintptr_t DEVICE = ARENA + SHARED_BYTES + HOST_BYTES;
constexpr std::uintptr_t SHADOW = 0x3000'0000'0000;

constexpr std::size_t WINDOW_BYTES = 8ull << 20;  // of one worker's shared memory

// One side of a cell, from the top bit: stamp 28, thread 10, site 21, three flags, valid 2. A side names one thread;
// the flags tell of others, whose accesses nothing ordered before the named one.
using Side = std::uint64_t;
constexpr int STAMP_SHIFT = 36, THREAD_SHIFT = 26, SITE_SHIFT = 5;
constexpr std::uint32_t MAX_STAMP = (1u << 28) - 1, MAX_SITE = (1u << 21) - 1;
constexpr Side ATOMIC = 16;  // of a write: by an atomic, or a volatile store
constexpr Side OTHERS = 8;   // of an atomic write: threads of the block have done so, too
constexpr Side FAR = 4;      // of an atomic write: shared memory: of other warps, too; global: of other blocks, too
constexpr Side MANY = 16;    // of a read: threads of the block have read, too
constexpr Side OTHER_BLOCKS = 8;  // of a read: threads of other blocks have read, too
constexpr Side OTHER_WARPS = 4;   // of a read with MANY: some of those are of other warps
constexpr Side VALID = 3;

struct Cell {
    Side write;  // valid: of bytes 0 and 1
    Side read;   // valid: of bytes 2 and 3
};

// Stamps below the first real one mark memory that no kernel has written.
constexpr std::uint32_t NOT_OURS = 0;  // no allocation, or a large one that nobody touched: the cell is all zero
constexpr std::uint32_t FRESH = 1;     // allocated; `valid` tells what the host wrote
constexpr std::uint32_t SPLIT = 2;     // the rest of `write` is the number of a group of four cells
constexpr std::uint32_t FIRST_STAMP = 16;

inline std::uint32_t stamp_of(Side side) { return static_cast<std::uint32_t>(side >> STAMP_SHIFT); }
inline unsigned thread_of(Side side) { return side >> THREAD_SHIFT & 1023; }
inline std::uint32_t site_of(Side side) { return side >> SITE_SHIFT & MAX_SITE; }
inline unsigned valid_of(const Cell& cell) { return (cell.write & VALID) | (cell.read & VALID) << 2; }

inline Cell& cell_of(std::uintptr_t address) { return reinterpret_cast<Cell*>(SHADOW)[(address - ARENA) >> 2]; }

constexpr Cell fresh_cell(unsigned valid) {
    return {static_cast<Side>(FRESH) << STAMP_SHIFT | (valid & 3),
            static_cast<Side>(FRESH) << STAMP_SHIFT | valid >> 2};
}

// Reserves the address ranges; ends the process with one line when the system refuses.
void reserve_memory();

// [address, address + bytes) becomes memory of the program; `valid`: as though written by the host. A range that does
// not end at a word's end splits its last word.
void mark_fresh(std::uintptr_t address, std::size_t bytes, bool valid);
void mark_not_ours(std::uintptr_t address, std::size_t bytes);  // whole words
// The same as mark_fresh(..., false), but that the cells come only where somebody uses them.
void mark_fresh_when_touched(std::uintptr_t address, std::size_t bytes);
// Does `address` lie in such memory, and has no cell yet? Then it and its neighbours get them.
bool bring_cells(std::uintptr_t address);
// Calls `what` for each of the words that begin in [begin, end) and whose cell may be other than zero.
void for_touched_words(std::uintptr_t begin, std::uintptr_t end, const std::function<void(std::uintptr_t)>& what);
void mark_copied(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);

// The four cells of a split word, one a byte; splits it if need be. Null when the side table is full: then the word is
// treated as a whole.
Cell* bytes_of_word(Cell& cell);

}  // namespace cpu_device::checker
