// malloc, free, new and delete. In a kernel they take from the device's heap, which is as large as
// cudaDeviceSetLimit(cudaLimitMallocHeapSize) says: memory that lives until a kernel frees it, and null when there is
// no more. On the host they are the C library's own.
//
// malloc and free get the names of the CPU device's functions here; operator new and delete are replaced when the
// program is linked, see runtime/memory/heap.cc. This header comes before all others, since a function that was called
// keeps its name.
#pragma once

#include <stdlib.h>

extern "C" {
void* malloc(size_t bytes) noexcept __asm__("cpu_device_malloc");
void* calloc(size_t count, size_t bytes) noexcept __asm__("cpu_device_calloc");  // a compiler's malloc and memset
void free(void* pointer) noexcept __asm__("cpu_device_free");
}
