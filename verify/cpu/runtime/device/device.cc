#include "cpu/device.h"

#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "cpu/capability.h"
#include "cpu/occupancy.h"
#include "verify/cpu/runtime/ground/device_limits.h"
#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/host_counts.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/own_memory.h"
#include "verify/cpu/runtime/ground/reset.h"
#include "verify/cpu/runtime/memory/heap.h"
#include "verify/cpu/runtime/memory/managed.h"
#include "verify/cpu/runtime/run/block.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {
namespace {

std::atomic<std::size_t> allowed_dynamic_shared = max_static_shared;

}  // namespace

// Times ten.
static int capability() {
    static const int reported = [] {
        const char* const text = asked("DAYBREAK_CAPABILITY");
        if (text == nullptr || *text == '\0') return CPU_DEVICE_CAPABILITY;
        char* end = nullptr;
        const long value = std::strtol(text, &end, 10);
        if (*end == '\0' && value >= 50 && value <= CPU_DEVICE_CAPABILITY) return static_cast<int>(value);
        std::fprintf(stderr,
                     "CPU device: DAYBREAK_CAPABILITY must be a number from 50 to %d, not \"%s\": try "
                     "DAYBREAK_CAPABILITY=75\n",
                     CPU_DEVICE_CAPABILITY, text);
        std::exit(2);
    }();
    return reported;
}

std::size_t dynamic_shared_limit() { return allowed_dynamic_shared; }

cudaError_t set_function_attribute(cudaFuncAttribute attribute, int value) {
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) return finish(cudaSuccess);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::size_t>(value) > max_shared)
        return finish(cudaErrorInvalidValue);
    allowed_dynamic_shared = std::max(allowed_dynamic_shared.load(), static_cast<std::size_t>(value));
    return finish(cudaSuccess);
}

unsigned resident_blocks(unsigned threads, std::size_t shared) {
    if (threads == 0 || threads > max_threads || shared > dynamic_shared_limit()) return 0;
    const unsigned by_threads = max_resident_threads / ((threads + 31) / 32 * 32);
    const std::size_t by_memory = shared == 0 ? max_resident_blocks : max_shared / shared;
    return static_cast<unsigned>(std::min<std::size_t>({max_resident_blocks, by_threads, by_memory}));
}

cudaError_t blocks_per_core(int* blocks, int block, std::size_t shared) {
    if (blocks == nullptr || block <= 0) return record(cudaErrorInvalidValue);
    *blocks = static_cast<int>(resident_blocks(static_cast<unsigned>(block), shared));
    return record(cudaSuccess);
}

cudaError_t best_block(int* least_grid, int* block, std::size_t shared, int limit) {
    if (least_grid == nullptr || block == nullptr || shared > dynamic_shared_limit())
        return record(cudaErrorInvalidValue);
    *block = static_cast<int>(max_threads);
    if (limit > 0) *block = std::min(*block, limit);
    *least_grid =
        multiprocessors * std::max(1, static_cast<int>(resident_blocks(static_cast<unsigned>(*block), shared)));
    return record(cudaSuccess);
}

cudaError_t shared_per_block(std::size_t* shared, int blocks, int block) {
    if (shared == nullptr || blocks != 1 || block <= 0 || static_cast<unsigned>(block) > max_threads)
        return record(cudaErrorInvalidValue);
    *shared = dynamic_shared_limit();
    return record(cudaSuccess);
}

cudaError_t function_attributes(cudaFuncAttributes* attributes) {
    if (attributes == nullptr) return record(cudaErrorInvalidValue);
    *attributes = {};
    attributes->maxThreadsPerBlock = static_cast<int>(max_threads);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(dynamic_shared_limit());
    attributes->ptxVersion = attributes->binaryVersion = capability();
    return record(cudaSuccess);
}

}  // namespace cpu_device

using cpu_device::finish;
using cpu_device::record;

namespace {

// Of compute capability 7.5 and later, and the alignments of the CPU device itself.
void set_texture_limits(cudaDeviceProp& p) {
    const auto set = [](int* limits, std::initializer_list<int> values) {
        std::copy(values.begin(), values.end(), limits);
    };
    p.textureAlignment = p.surfaceAlignment = 256;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = 131072;
    p.maxSurface1D = 32768;
    set(p.maxTexture1DLayered, {32768, 2048});
    set(p.maxSurface1DLayered, {32768, 2048});
    set(p.maxTexture2D, {131072, 65536});
    set(p.maxSurface2D, {131072, 65536});
    set(p.maxTexture2DLinear, {131072, 65000, 2097120});
    set(p.maxTexture2DLayered, {32768, 32768, 2048});
    set(p.maxSurface2DLayered, {32768, 32768, 2048});
    set(p.maxTexture3D, {16384, 16384, 16384});
    set(p.maxTexture3DAlt, {8192, 8192, 32768});
    set(p.maxSurface3D, {16384, 16384, 16384});
}

constexpr char pci_bus_id[] = "0000:00:00.0";

std::atomic<unsigned> device_flags = cudaDeviceScheduleAuto;

// Those that mean nothing, with the values that a GPU starts with.
std::atomic<std::size_t> stack_limit = 1024, printf_limit = std::size_t{1} << 20, pending_launches = 2048,
                         fetch_granularity = 64, persisting_cache = 0;

std::atomic<std::size_t>* idle_limit(cudaLimit limit) {
    switch (limit) {
        case cudaLimitStackSize:
            return &stack_limit;
        case cudaLimitPrintfFifoSize:
            return &printf_limit;
        case cudaLimitDevRuntimePendingLaunchCount:
            return &pending_launches;
        case cudaLimitMaxL2FetchGranularity:
            return &fetch_granularity;
        case cudaLimitPersistingL2CacheSize:
            return &persisting_cache;
        default:
            return nullptr;
    }
}

}  // namespace

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
    p.maxThreadsPerBlock = cpu_device::max_threads;
    p.maxThreadsPerMultiProcessor = cpu_device::max_resident_threads;
    p.maxBlocksPerMultiProcessor = cpu_device::max_resident_blocks;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 0x7fffffff;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.major = cpu_device::capability() / 10;
    p.minor = cpu_device::capability() % 10;
    p.multiProcessorCount = cpu_device::multiprocessors;
    p.cooperativeLaunch = 1;
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    p.l2CacheSize = cache > 0 ? static_cast<int>(cache) : 1 << 20;
    p.memoryBusWidth = 64;
    p.concurrentKernels = p.asyncEngineCount = 0;
    p.integrated = p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
    p.directManagedMemAccessFromHost = p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.memoryPoolsSupported = 1;
    p.hostNativeAtomicSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.deviceNumaId = p.hostNumaId = -1;
    std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "Daybreak CPU");
    set_texture_limits(p);
    *properties = p;
    return record(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() {
    if (cpu_device::kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (const cudaError_t error = cpu_device::refuse_during_capture(); error != cudaSuccess) return finish(error);
    ++cpu_device::host_counts.waits;
    cpu_device::wait_for_device();
    return finish(cudaSuccess);
}
cudaError_t cudaDeviceReset() {
    if (cpu_device::kernel_error() == cudaErrorNotPermitted) return finish(cudaSuccess);
    cpu_device::release_all_handles();  // and waits for the device first
    cpu_device::release_all_textures();
    cpu_device::release_all_arrays();
    cpu_device::release_heap();
    cpu_device::forget_all_hints();
    cpu_device::release_all_memory();
    // After an error in a kernel there is no new device to be had: so it was measured on an H200.
    const cudaError_t fault = cpu_device::fault_of_device();
    if (fault != cudaSuccess && fault != cudaErrorInitializationError)  // a child process has had none
        cpu_device::set_kernel_error(cudaErrorDevicesUnavailable);
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

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
    return wanted == nullptr ? record(cudaErrorInvalidValue) : cudaGetDevice(device);
}
cudaError_t cudaInitDevice(int device, unsigned flags, unsigned valid) {
    if (device != 0) return record(cudaErrorInvalidDevice);
    return (valid & cudaInitDeviceFlagsAreValid) != 0 ? cudaSetDeviceFlags(flags) : record(cudaSuccess);
}
cudaError_t cudaSetValidDevices(int* devices, int count) {
    if (count < 0 || (count > 0 && devices == nullptr)) return record(cudaErrorInvalidValue);
    const bool known = std::all_of(devices, devices + count, [](int device) { return device == 0; });
    return record(known ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device) {
    if (text == nullptr || size < static_cast<int>(sizeof pci_bus_id)) return record(cudaErrorInvalidValue);
    if (device != 0) return record(cudaErrorInvalidDevice);
    std::memcpy(text, pci_bus_id, sizeof pci_bus_id);
    return record(cudaSuccess);
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    if (device == nullptr || text == nullptr) return record(cudaErrorInvalidValue);
    for (const char* known : {"0000:00:00.0", "0000:00:00", "00:00.0", "00:00"})
        if (std::strcmp(text, known) == 0) return cudaGetDevice(device);
    return record(cudaErrorInvalidDevice);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    const unsigned schedule = flags & cudaDeviceScheduleMask;
    const bool one = schedule == 0 || schedule == 1 || schedule == 2 || schedule == 4;
    if ((flags & ~cudaDeviceMask) != 0 || !one) return record(cudaErrorInvalidValue);
    device_flags = flags;
    return record(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    if (flags == nullptr) return record(cudaErrorInvalidValue);
    *flags = device_flags | cudaDeviceMapHost;  // which it always does
    return record(cudaSuccess);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    if (limit == cudaLimitMallocHeapSize) {
        if (cpu_device::kernel_error() != cudaSuccess) return finish(cudaSuccess);
        cpu_device::wait_for_device();  // a kernel that is queued may use the heap
        return finish(cpu_device::set_heap_limit(value) ? cudaSuccess : cudaErrorInvalidValue);
    }
    std::atomic<std::size_t>* const kept = idle_limit(limit);
    if (kept == nullptr)
        return finish(limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    *kept = value;
    return finish(cudaSuccess);
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    if (value == nullptr) return finish(cudaErrorInvalidValue);
    if (limit == cudaLimitMallocHeapSize) {
        *value = cpu_device::heap_limit();
        return finish(cudaSuccess);
    }
    const std::atomic<std::size_t>* const kept = idle_limit(limit);
    if (kept == nullptr)
        return finish(limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    *value = *kept;
    return finish(cudaSuccess);
}
