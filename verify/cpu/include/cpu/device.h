// The device itself: how many there are, its properties, limits and attributes. There is one CPU device. Its limits are
// those of compute capability 7.5, the smallest GPU that CUDA 13 supports, so that what runs here fits every GPU of the
// course.
#pragma once

#include <cstddef>

#include "cpu/errors.h"

#define CUDART_VERSION 13000

struct CUuuid_st {
    char bytes[16];
};
using CUuuid = CUuuid_st;
using cudaUUID_t = CUuuid_st;

struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    std::size_t totalGlobalMem;
    std::size_t sharedMemPerBlock;       // bytes, without asking for more
    std::size_t sharedMemPerBlockOptin;  // bytes, after cudaFuncSetAttribute
    std::size_t sharedMemPerMultiprocessor, reservedSharedMemPerBlock;
    std::size_t totalConstMem;
    std::size_t memPitch;
    int regsPerBlock, regsPerMultiprocessor;
    int warpSize;
    int maxThreadsPerBlock, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
    int maxThreadsDim[3], maxGridSize[3];
    int major, minor;  // compute capability
    int multiProcessorCount;
    int l2CacheSize, persistingL2CacheMaxSize, accessPolicyMaxWindowSize;
    int globalL1CacheSupported, localL1CacheSupported;
    int memoryBusWidth;
    int asyncEngineCount;
    int concurrentKernels;
    int integrated, canMapHostMemory, unifiedAddressing, managedMemory, concurrentManagedAccess;
    int directManagedMemAccessFromHost, pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
    int hostRegisterSupported, hostRegisterReadOnlySupported, canUseHostPointerForRegisteredMem;
    int hostNativeAtomicSupported;
    int memoryPoolsSupported;
    int streamPrioritiesSupported;
    int cooperativeLaunch, clusterLaunch;
    int computePreemptionSupported;
    int ECCEnabled, tccDriver;
    int pciBusID, pciDeviceID, pciDomainID;
    unsigned gpuPciDeviceID, gpuPciSubsystemID;
    int isMultiGpuBoard, multiGpuBoardGroupID;
    int deviceNumaConfig, deviceNumaId, hostNumaId, hostNumaMultinodeIpcSupported;
    int mpsEnabled, ipcEventSupported, timelineSemaphoreInteropSupported, unifiedFunctionPointers;
    int sparseCudaArraySupported, deferredMappingCudaArraySupported;
    int gpuDirectRDMASupported, gpuDirectRDMAWritesOrdering;
    unsigned gpuDirectRDMAFlushWritesOptions, memoryPoolSupportedHandleTypes;

    // Elements, and layers last. What the CPU device does not have (mipmaps, gathers, cube maps) is 0.
    std::size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLayered[2];
    int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture2DLayered[3];
    int maxTexture3D[3], maxTexture3DAlt[3];
    int maxTextureCubemap, maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface1DLayered[2], maxSurface2D[2], maxSurface2DLayered[3], maxSurface3D[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
};

enum cudaDeviceAttr {
#define CPU_DEVICE_ATTRIBUTE(name, number, value) cudaDevAttr##name = (number),
#include "cpu/attribute_table.h"
#undef CPU_DEVICE_ATTRIBUTE
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
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaSetValidDevices(int* devices, int count);
cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text);
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
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
    return cudaSuccess;
}

// How wide a bank of shared memory is: four bytes, as on every GPU since 2014, whatever is asked for.
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
template <class Kernel>
inline cudaError_t cudaFuncSetSharedMemConfig(Kernel*, cudaSharedMemConfig) {
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

// How the host waits: accepted, and of no effect.
inline constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1, cudaDeviceScheduleYield = 2,
                          cudaDeviceScheduleBlockingSync = 4, cudaDeviceBlockingSync = 4, cudaDeviceScheduleMask = 7,
                          cudaDeviceMapHost = 8, cudaDeviceLmemResizeToMax = 0x10, cudaDeviceSyncMemops = 0x80,
                          cudaDeviceMask = 0xff, cudaInitDeviceFlagsAreValid = 1;
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3,
};

// The heap of kernels is as large as its limit says, which can be set until a kernel uses it. The other limits are
// kept, and mean nothing: a thread has 128 KiB of stack, and printf all that it needs.
enum cudaLimit {
    cudaLimitStackSize = 0,
    cudaLimitPrintfFifoSize = 1,
    cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6,
};
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
