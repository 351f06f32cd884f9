// The device itself: how many there are, its properties, limits and attributes. There is one CPU device. Its limits are
// those of compute capability 7.5, the smallest GPU that CUDA 13 supports, so that what runs here fits every GPU of the
// course.
#pragma once

#include <cstddef>

#include "cpu/errors.h"

#define CUDART_VERSION 13000

struct cudaDeviceProp {
    char name[256];
    std::size_t totalGlobalMem;
    std::size_t sharedMemPerBlock;       // bytes, without asking for more
    std::size_t sharedMemPerBlockOptin;  // bytes, after cudaFuncSetAttribute
    std::size_t sharedMemPerMultiprocessor;
    std::size_t totalConstMem;
    std::size_t memPitch;
    int regsPerBlock, regsPerMultiprocessor;
    int warpSize;
    int maxThreadsPerBlock, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
    int maxThreadsDim[3], maxGridSize[3];
    int major, minor;  // compute capability
    int multiProcessorCount;
    int l2CacheSize;
    int memoryBusWidth;
    int asyncEngineCount;
    int concurrentKernels;
    int integrated, canMapHostMemory, unifiedAddressing, managedMemory, concurrentManagedAccess;
    int cooperativeLaunch;
    int ECCEnabled;
    int pciBusID, pciDeviceID, pciDomainID;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrMaxBlockDimX = 2,
    cudaDevAttrMaxBlockDimY = 3,
    cudaDevAttrMaxBlockDimZ = 4,
    cudaDevAttrMaxGridDimX = 5,
    cudaDevAttrMaxGridDimY = 6,
    cudaDevAttrMaxGridDimZ = 7,
    cudaDevAttrMaxSharedMemoryPerBlock = 8,
    cudaDevAttrTotalConstantMemory = 9,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMaxRegistersPerBlock = 12,
    cudaDevAttrClockRate = 13,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
    cudaDevAttrL2CacheSize = 38,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDriverGetVersion(int* version);   // 0: there is no driver
cudaError_t cudaRuntimeGetVersion(int* version);  // of the runtime API that this device follows

// Preferences that a program may state and that mean nothing here.
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
    return cudaSuccess;
}

namespace cpu_device {
cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value);
}

// On a GPU a kernel must ask for more than 48 KiB of dynamic shared memory. The CPU device checks the value against the
// limit and lets every later launch have up to the largest value asked for.
template <class Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel*, cudaFuncAttribute attribute, int value) {
    return cpu_device::set_function_attribute(attribute, value);
}
