// operator new and delete, of the program and of the runtime. A program that has its own does not link this file.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "verify/cpu/runtime/memory/heap.h"

// In a kernel new gives null when the heap is used up (the program is compiled with -fcheck-new); on the host it
// throws. The forms for arrays, and those that do not throw, call these.
namespace {
void* new_on_host(std::size_t bytes, std::size_t alignment) {
    for (;;) {
        void* const memory = alignment <= alignof(std::max_align_t)
                                 ? std::malloc(bytes == 0 ? 1 : bytes)
                                 : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        if (memory != nullptr) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}
}  // namespace

void* operator new(std::size_t bytes) {
    return cpu_device::takes_from_heap() ? cpu_device::heap_allocate(bytes, 1) : new_on_host(bytes, 1);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    const auto align = static_cast<std::size_t>(alignment);
    return cpu_device::takes_from_heap() ? cpu_device::heap_allocate(bytes, align) : new_on_host(bytes, align);
}
void operator delete(void* pointer) noexcept { cpu_device::release_by_address(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { cpu_device::release_by_address(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { cpu_device::release_by_address(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { cpu_device::release_by_address(pointer); }
