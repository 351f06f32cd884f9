// What all parts of the checker share: who runs, in which launch, and what lies where.
#pragma once

#include <cstdint>
#include <string>

#include "cpu/vector_types.h"
#include "cpu/where.h"
#include "verify/cpu/checker/lines.h"
#include "verify/cpu/checker/memory_map.h"
#include "verify/cpu/checker/ordering.h"
#include "verify/cpu/checker/shadow.h"
#include "verify/cpu/runtime/ground/fiber.h"

namespace cpu_device::checker {

enum class Mode : unsigned char { off, check, count };

// What the hooks do now. On for the OS thread that runs a kernel, while it runs it.
extern constinit thread_local Mode mode;

// Was the program built to be counted (`cpucc --count`)? Then it is not checked.
bool counting();

struct State {
    Side me = 0;  // now and the running thread, where a side has them
    unsigned rank = 0;
    bool undecided = false;  // a write races with another's, and may store the same value: see reports.h
    uint3 thread{}, block{};
    std::uintptr_t window = 0;  // of the block's shared memory
    Ordering ordering;
    std::uintptr_t variables_begin = 0, variables_end = 0;  // around all variables with a name

    void refresh() {
        ordering.run_thread(rank);
        me = Side{ordering.now} << STAMP_SHIFT | Side{rank} << THREAD_SHIFT;
    }
};
extern State state;

// What is the same for all threads of a launch.
struct Launched {
    std::string kernel;
    dim3 grid, block;
    unsigned threads = 0;
    Line line;

    unsigned block_number(uint3 index) const { return index.x + grid.x * (index.y + grid.y * index.z); }
    uint3 block_index(unsigned n) const { return {n % grid.x, n / grid.x % grid.y, n / grid.x / grid.y}; }
    uint3 thread_index(unsigned rank) const {
        return {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
    }
};
extern Launched launched;

MemoryMap& memory();

// A launch begins: notes it, and the variables that there are by now.
void note_launch(const LaunchConfig& config, unsigned threads);

enum class Kind : unsigned char { read, write, volatile_read, volatile_write, atomic_read, atomic_write, atomic };

inline bool writes(Kind kind) {
    return kind == Kind::write || kind == Kind::volatile_write || kind == Kind::atomic_write || kind == Kind::atomic;
}
inline bool reads(Kind kind) { return kind == Kind::atomic || !writes(kind); }

inline std::uintptr_t number(const volatile void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }
inline Line line_at(const Where& where) { return {"", where.file, where.line}; }
inline bool is_shared(std::uintptr_t address) { return address - ARENA < SHARED_BYTES; }

// By what name Ordering knows an atomic object: shared memory is another in each block.
inline std::uintptr_t ordering_key(std::uintptr_t address, unsigned block) {
    return is_shared(address) ? std::uintptr_t{1} << 63 | (std::uintptr_t{block} << 32) | (address - ARENA) : address;
}

// Where the access that returns to `place` stands in the program's text, as 21 bits (8 MiB of text); and back to an
// address inside the same call.
extern std::uintptr_t text_begin;
inline std::uint32_t site_of_place(std::uintptr_t place) {
    return static_cast<std::uint32_t>((place - text_begin) >> 2) & MAX_SITE;
}
inline std::uintptr_t place_of_site(std::uint32_t site) { return text_begin + (std::uintptr_t{site} << 2); }

// Is it shared memory of another block than the running one?
inline bool is_other_shared(std::uintptr_t address) {
    return is_shared(address) && address - state.window >= WINDOW_BYTES;
}

// Is it on the stack of a thread that waits, and not of the running one?
inline bool is_other_stack(std::uintptr_t address) {
    constexpr std::uintptr_t NEAR = 2048;
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (address - (frame - NEAR) < 2 * NEAR || address - STACKS >= STACKS_BYTES) return false;
    return frame - STACKS < STACKS_BYTES && Fiber::number_at(address) != Fiber::number_at(frame);
}

// Of a running thread's own: its stack, and the thread-local variables of its OS thread (threadIdx and the like).
inline bool is_private(std::uintptr_t address) {
    constexpr std::uintptr_t LOCALS = 1 << 16;  // they lie below the thread pointer
    return address - STACKS < STACKS_BYTES ||
           address - (reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer()) - LOCALS) < LOCALS;
}

}  // namespace cpu_device::checker
