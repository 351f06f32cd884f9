#include "cpu/device.h"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <thread>

#include "cpu/occupancy.h"
#include "verify/cpu/runtime/block.h"
#include "verify/cpu/runtime/device_limits.h"
#include "verify/cpu/runtime/last_error.h"
#include "verify/cpu/runtime/reset.h"

namespace cpu_device {
namespace {

std::atomic<std::size_t> allowed_dynamic_shared = max_static_shared;

}  // namespace

std::size_t dynamic_shared_limit() { return allowed_dynamic_shared; }

cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value) {
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return finish(cudaSuccess);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::size_t>(value) > max_shared)
        return finish(cudaErrorInvalidValue);
    allowed_dynamic_shared = std::max(allowed_dynamic_shared.load(), static_cast<std::size_t>(value));
    return finish(cudaSuccess);
}

cudaError_t blocks_per_core(int* blocks, int block, std::size_t shared) {
    if (blocks == nullptr || block <= 0) return record(cudaErrorInvalidValue);
    *blocks = static_cast<unsigned>(block) <= max_threads && shared <= dynamic_shared_limit() ? 1 : 0;
    return record(cudaSuccess);
}

cudaError_t best_block(int* least_grid, int* block, std::size_t shared, int limit) {
    if (least_grid == nullptr || block == nullptr || shared > dynamic_shared_limit())
        return record(cudaErrorInvalidValue);
    *block = static_cast<int>(max_threads);
    if (limit > 0) *block = std::min(*block, limit);
    *least_grid = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    return record(cudaSuccess);
}

cudaError_t function_attributes(cudaFuncAttributes* attributes) {
    if (attributes == nullptr) return record(cudaErrorInvalidValue);
    *attributes = {};
    attributes->maxThreadsPerBlock = static_cast<int>(max_threads);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit());
    attributes->ptxVersion = attributes->binaryVersion = 75;
    return record(cudaSuccess);
}

}  // namespace cpu_device

using cpu_device::finish;
using cpu_device::record;

cudaError_t cudaGetDeviceCount(int* count) {
    if (count == nullptr) return record(cudaErrorInvalidValue);
    *count = 1;
    return record(cudaSuccess);
}
cudaError_t cudaGetDevice(int* device) {
    if (device == nullptr) return record(cudaErrorInvalidValue);
    *device = 0;
    return record(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) { return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice); }

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (properties == nullptr) return record(cudaErrorInvalidValue);
    if (device != 0) return record(cudaErrorInvalidDevice);
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    cudaDeviceProp p{};
    std::snprintf(p.name, sizeof p.name, "Daybreak CPU device");
    struct sysinfo memory {};
    sysinfo(&memory);
    p.totalGlobalMem = memory.totalram * memory.mem_unit;
    p.sharedMemPerBlock = cpu_device::max_static_shared;
    p.sharedMemPerBlockOptin = p.sharedMemPerMultiprocessor = cpu_device::max_shared;
    p.totalConstMem = 64 * 1024;
    p.memPitch = 0x7fffffff;
    p.regsPerBlock = p.regsPerMultiprocessor = 64 * 1024;
    p.warpSize = 32;
    p.maxThreadsPerBlock = p.maxThreadsPerMultiProcessor = cpu_device::max_threads;
    p.maxBlocksPerMultiProcessor = 1;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 0x7fffffff;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.major = 7;
    p.minor = 5;
    p.multiProcessorCount = static_cast<int>(cores);
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    p.l2CacheSize = cache > 0 ? static_cast<int>(cache) : 1 << 20;
    p.memoryBusWidth = 64;
    p.concurrentKernels = p.asyncEngineCount = 0;
    p.integrated = p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
    *properties = p;
    return record(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    cudaDeviceProp p{};
    if (value == nullptr) return record(cudaErrorInvalidValue);
    if (const cudaError_t error = cudaGetDeviceProperties(&p, device); error != cudaSuccess) return error;
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock:
            *value = p.maxThreadsPerBlock;
            break;
        case cudaDevAttrMaxBlockDimX:
            *value = p.maxThreadsDim[0];
            break;
        case cudaDevAttrMaxBlockDimY:
            *value = p.maxThreadsDim[1];
            break;
        case cudaDevAttrMaxBlockDimZ:
            *value = p.maxThreadsDim[2];
            break;
        case cudaDevAttrMaxGridDimX:
            *value = p.maxGridSize[0];
            break;
        case cudaDevAttrMaxGridDimY:
            *value = p.maxGridSize[1];
            break;
        case cudaDevAttrMaxGridDimZ:
            *value = p.maxGridSize[2];
            break;
        case cudaDevAttrMaxSharedMemoryPerBlock:
            *value = static_cast<int>(p.sharedMemPerBlock);
            break;
        case cudaDevAttrTotalConstantMemory:
            *value = static_cast<int>(p.totalConstMem);
            break;
        case cudaDevAttrWarpSize:
            *value = p.warpSize;
            break;
        case cudaDevAttrMaxRegistersPerBlock:
            *value = p.regsPerBlock;
            break;
        case cudaDevAttrClockRate:
            *value = 1'000'000;
            break;  // kHz: clock64() counts nanoseconds
        case cudaDevAttrMultiProcessorCount:
            *value = p.multiProcessorCount;
            break;
        case cudaDevAttrMemoryClockRate:
            *value = 0;
            break;  // not known
        case cudaDevAttrGlobalMemoryBusWidth:
            *value = p.memoryBusWidth;
            break;
        case cudaDevAttrL2CacheSize:
            *value = p.l2CacheSize;
            break;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            *value = p.maxThreadsPerMultiProcessor;
            break;
        case cudaDevAttrComputeCapabilityMajor:
            *value = p.major;
            break;
        case cudaDevAttrComputeCapabilityMinor:
            *value = p.minor;
            break;
        case cudaDevAttrManagedMemory:
            *value = p.managedMemory;
            break;
        case cudaDevAttrCooperativeLaunch:
            *value = p.cooperativeLaunch;
            break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            *value = static_cast<int>(p.sharedMemPerBlockOptin);
            break;
        default:
            return record(cudaErrorInvalidValue);
    }
    return record(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() { return finish(cudaSuccess); }
cudaError_t cudaDeviceReset() {
    cpu_device::release_all_memory();
    cpu_device::release_all_handles();
    return record(cudaSuccess);
}
cudaError_t cudaDriverGetVersion(int* version) {
    if (version == nullptr) return record(cudaErrorInvalidValue);
    *version = 0;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    if (version == nullptr) return record(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}
