// Counting instead of checking: what every line of every kernel asks of memory. With DAYBREAK_COUNTS=FILE it is written
// at the program's end. docs/counts.md tells what is counted and by which convention.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/launch.h"
#include "cpu/vector_types.h"
#include "verify/cpu/checker/state.h"

namespace cpu_device::checker::counts {

// What the counter (counter.cc) sees of the running program.
void grid_begins(const LaunchConfig& config, unsigned threads);
void block_begins(std::uint32_t number);
void block_resumes(std::uint32_t number);
void thread_runs(unsigned rank);
void thread_waits(unsigned rank);
void thread_exits(unsigned rank);
void barrier_released();
void grid_barrier_released();
void warp_met(unsigned first, unsigned lanes);
void block_ends(std::uint32_t number);
void write();  // the file, if one is wanted; at the program's end

// What the hooks call.
void access(std::uintptr_t address, unsigned bytes, Kind kind, std::uintptr_t place);
void range(std::uintptr_t address, std::size_t bytes, Kind kind, std::uintptr_t place);  // a structure
void straight_code(std::uintptr_t place);  // that begins here, and ends at the next branch

}  // namespace cpu_device::checker::counts
