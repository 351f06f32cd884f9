// Device memory: allocate, free, set, copy, and the symbols of __device__ and __constant__ variables.
// The CPU device's memory is the host's, but only what these functions return counts as device memory: a copy whose
// pointers do not fit its kind, or that passes the end of its allocation, is an error as on a GPU. Fresh memory is
// filled with 0xFF (NaN).
#pragma once

#include <cstddef>

#include "cpu/errors.h"
#include "cpu/where.h"

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

inline constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2,
                          cudaHostAllocWriteCombined = 4;
inline constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2;

cudaError_t cudaMalloc(void** pointer, std::size_t bytes,
                       cpu_device::Where where = cpu_device::Where::here("cudaMalloc"));
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream,
                            cpu_device::Where where = cpu_device::Where::here("cudaMallocAsync"));
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal,
                              cpu_device::Where where = cpu_device::Where::here("cudaMallocManaged"));
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                            cpu_device::Where where = cpu_device::Where::here("cudaMallocPitch"));
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes,
                           cpu_device::Where where = cpu_device::Where::here("cudaMallocHost"));
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags,
                          cpu_device::Where where = cpu_device::Where::here("cudaHostAlloc"));
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void* pointer);

cudaError_t cudaMemset(void* pointer, int byte, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int byte, std::size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int byte, std::size_t width, std::size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);

namespace cpu_device {
cudaError_t copy_to_symbol(void* symbol, std::size_t size, const void* from, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, bool async, cudaStream_t stream);
cudaError_t copy_from_symbol(void* to, const void* symbol, std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, bool async, cudaStream_t stream);
cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size);
}  // namespace cpu_device

// The forms of the runtime API that keep the pointer's type.
template <class T>
inline cudaError_t cudaMalloc(T** pointer, std::size_t bytes,
                              cpu_device::Where where = cpu_device::Where::here("cudaMalloc")) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes, where);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream,
                                   cpu_device::Where where = cpu_device::Where::here("cudaMallocAsync")) {
    return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream, where);
}
template <class T>
inline cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes, unsigned flags = cudaMemAttachGlobal,
                                     cpu_device::Where where = cpu_device::Where::here("cudaMallocManaged")) {
    return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags, where);
}
template <class T>
inline cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                                   cpu_device::Where where = cpu_device::Where::here("cudaMallocPitch")) {
    return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height, where);
}
template <class T>
inline cudaError_t cudaMallocHost(T** pointer, std::size_t bytes,
                                  cpu_device::Where where = cpu_device::Where::here("cudaMallocHost")) {
    return cudaMallocHost(reinterpret_cast<void**>(pointer), bytes, where);
}
template <class T>
inline cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned flags,
                                 cpu_device::Where where = cpu_device::Where::here("cudaHostAlloc")) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags, where);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                           cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return cpu_device::copy_to_symbol(const_cast<void*>(static_cast<const volatile void*>(&symbol)), sizeof(T), from,
                                      bytes, offset, kind, true, stream);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cpu_device::copy_to_symbol(const_cast<void*>(static_cast<const volatile void*>(&symbol)), sizeof(T), from,
                                      bytes, offset, kind, false, nullptr);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes, std::size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return cpu_device::copy_from_symbol(to, const_cast<const void*>(static_cast<const volatile void*>(&symbol)),
                                        sizeof(T), bytes, offset, kind, true, stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cpu_device::copy_from_symbol(to, const_cast<const void*>(static_cast<const volatile void*>(&symbol)),
                                        sizeof(T), bytes, offset, kind, false, nullptr);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    return cpu_device::symbol_address(pointer, const_cast<const void*>(static_cast<const volatile void*>(&symbol)),
                                      sizeof(T));
}
template <class T>
inline cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
    *bytes = sizeof(T);
    return cudaSuccess;
}
