// The heap of kernels: what malloc and new give there.
#pragma once

#include <cstddef>

namespace cpu_device {

// While one lives, what this OS thread allocates comes from the host, also in a kernel: for the runtime's own needs,
// which must not use up the program's heap.
class HostMemory {
 public:
    HostMemory() { ++depth_; }
    ~HostMemory() { --depth_; }
    HostMemory(const HostMemory&) = delete;
    HostMemory& operator=(const HostMemory&) = delete;
    static bool wanted() { return depth_ > 0; }

 private:
    static constinit thread_local int depth_;
};

bool takes_from_heap();  // does an allocation by this OS thread, at this point?
void* heap_allocate(std::size_t bytes, std::size_t alignment);
void release_by_address(void* pointer);  // a block of the heap, or memory of the host

std::size_t heap_limit();
bool set_heap_limit(std::size_t bytes);  // false once a kernel has used the heap
bool is_in_heap(const void* pointer);
void release_heap();  // with all that was not freed

}  // namespace cpu_device
