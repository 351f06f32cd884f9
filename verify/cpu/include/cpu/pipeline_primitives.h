// __pipeline_memcpy_async and its waits: copies to shared memory in batches of the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/async_copy.h"
#include "cpu/barrier_primitives.h"

namespace cpu_device {
inline void check_pipeline_copy(const void* to, const void* from, std::size_t size, std::size_t zeros,
                                const Where& where) {
    if (size != 4 && size != 8 && size != 16) misused("a copy has 4, 8 or 16 bytes", where);
    if (zeros > size) misused("more zeros than the copy has bytes", where);
    if (!in_shared_memory(to)) misused("the destination is not in the block's shared memory", where);
    if ((reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from)) % size != 0)
        misused("an address is not a multiple of the copy's size", where);
}
}  // namespace cpu_device

// The last `zeros` of the `size` bytes become zero, and are not read.
inline void __pipeline_memcpy_async(void* to_shared, const void* from_global, std::size_t size, std::size_t zeros = 0,
                                    cpu_device::Where where = cpu_device::Where::here("__pipeline_memcpy_async()")) {
    cpu_device::check_pipeline_copy(to_shared, from_global, size, zeros, where);
    cpu_device::note_copy({to_shared, from_global, size - zeros, zeros});
}
inline void __pipeline_commit() { cpu_device::close_batch(); }
__attribute__((always_inline)) inline void __pipeline_wait_prior(std::size_t batches) {
    cpu_device::complete_batches(batches);
}
// The barrier's phase does not end before all the copies that the calling thread has asked for are done.
__attribute__((always_inline)) inline void __pipeline_arrive_on(
    __mbarrier_t* barrier, cpu_device::Where where = cpu_device::Where::here("__pipeline_arrive_on()")) {
    cpu_device::bind_batches_to_barrier(cpu_device::barrier_word(barrier), true, where);
}
