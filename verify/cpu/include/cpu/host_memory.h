// The host's own memory made known to the device, and what a pointer points to. Host and device share one memory here,
// so a host pointer is its own device pointer.
#pragma once

#include <cstddef>

#include "cpu/errors.h"

inline constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2,
                          cudaHostRegisterIoMemory = 4, cudaHostRegisterReadOnly = 8;

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3,
};

struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;           // -2 for memory that the device does not know
    void* devicePointer;  // null where the other side has no access
    void* hostPointer;
};

// From now on a copy counts `bytes` bytes at `pointer` as pinned. They remain the program's to free.
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* pointer);

// Of pinned memory; cudaErrorInvalidValue for any other.
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
    return cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

// What cudaHostAlloc or cudaHostRegister was given.
cudaError_t cudaHostGetFlags(unsigned* flags, void* host);

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
