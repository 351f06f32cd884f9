// Memory pools: where cudaMallocAsync takes memory from. On the CPU device that is always the host's heap, and a pool
// only keeps count.
#pragma once

#include <cstddef>

#include "cpu/errors.h"
#include "cpu/memory.h"
#include "cpu/memory_location.h"
#include "cpu/where.h"

namespace cpu_device {
struct MemoryPool;
}
using cudaMemPool_t = cpu_device::MemoryPool*;

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8,
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0 };
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void* win32SecurityAttributes;
    std::size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes_to_keep);
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                                    cpu_device::Where where = cpu_device::Where::here("cudaMallocFromPoolAsync"));
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(
    T** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
    cpu_device::Where where = cpu_device::Where::here("cudaMallocFromPoolAsync")) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream, where);
}
