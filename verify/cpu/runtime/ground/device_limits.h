// What a launch may ask for; cudaFuncSetAttribute raises the limit of dynamic shared memory.
#pragma once

#include <cstddef>

namespace cpu_device {

std::size_t dynamic_shared_limit();  // bytes

// What the device holds at once, as cudaOccupancyMaxActiveBlocksPerMultiprocessor says, and so what a cooperative
// launch may have: every thread of it needs a stack of its own, and Linux lets a process have 32 thousand such
// mappings.
inline constexpr int multiprocessors = 16;
inline constexpr unsigned max_resident_threads = 1024, max_resident_blocks = 16;  // of a multiprocessor
unsigned resident_blocks(unsigned threads, std::size_t shared);                   // of one, of that size

}  // namespace cpu_device
