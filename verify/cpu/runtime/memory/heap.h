// The heap of kernels: what malloc and new give there.
#pragma once

#include <cstddef>

namespace cpu_device {

bool takes_from_heap();  // does an allocation by this OS thread, at this point?
void* heap_allocate(std::size_t bytes, std::size_t alignment);
void release_by_address(void* pointer);  // a block of the heap, or memory of the host

std::size_t heap_limit();
bool set_heap_limit(std::size_t bytes);  // false once a kernel has used the heap
bool is_in_heap(const void* pointer);
void release_heap();  // with all that was not freed

}  // namespace cpu_device
