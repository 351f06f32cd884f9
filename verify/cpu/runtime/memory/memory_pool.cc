#include "cpu/memory_pool.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {

struct MemoryPool {
    int reuse[3] = {1, 1, 1};  // the three cudaMemPoolReuse attributes, which change nothing here
    unsigned long long threshold = 0, used = 0, most_used = 0;
};

namespace {

struct Pools {
    std::mutex mutex;
    std::shared_ptr<MemoryPool> standard = std::make_shared<MemoryPool>();
    std::shared_ptr<MemoryPool> current = standard;
    std::map<MemoryPool*, std::shared_ptr<MemoryPool>> all = {{standard.get(), standard}};
    std::map<const void*, std::pair<std::shared_ptr<MemoryPool>, std::size_t>> taken;
};
Pools& pools() {
    static Pools& only = *new Pools;
    return only;
}

std::shared_ptr<MemoryPool> find(cudaMemPool_t pool) {
    const auto found = pools().all.find(pool);
    return found == pools().all.end() ? nullptr : found->second;
}

cudaError_t allocate(void** pointer, std::size_t bytes, std::shared_ptr<MemoryPool> pool, cudaStream_t stream,
                     Where where) {
    if (pool == nullptr) return finish(cudaErrorInvalidValue);
    const cudaError_t error = allocate_in_stream(pointer, bytes, stream, where);
    if (error != cudaSuccess || *pointer == nullptr) return error;
    const std::lock_guard lock(pools().mutex);
    pool->used += bytes;
    pool->most_used = std::max(pool->most_used, pool->used);
    pools().taken[*pointer] = {std::move(pool), bytes};
    return error;
}

}  // namespace

void note_freed(const void* pointer) {
    const std::lock_guard lock(pools().mutex);
    const auto found = pools().taken.find(pointer);
    if (found == pools().taken.end()) return;
    found->second.first->used -= found->second.second;
    pools().taken.erase(found);
}

}  // namespace cpu_device

using cpu_device::find;
using cpu_device::finish;
using cpu_device::kernel_error;
using cpu_device::pools;
using cpu_device::Where;

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream, Where where) {
    const auto current = [] {
        const std::lock_guard lock(pools().mutex);
        return pools().current;
    };
    return cpu_device::allocate(pointer, bytes, current(), stream, where);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                                    Where where) {
    const auto chosen = [=] {
        const std::lock_guard lock(pools().mutex);
        return find(pool);
    };
    return cpu_device::allocate(pointer, bytes, chosen(), stream, where);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    if (pool == nullptr) return finish(cudaErrorInvalidValue);
    if (device != 0) return finish(cudaErrorInvalidDevice);
    *pool = pools().standard.get();
    return finish(cudaSuccess);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    if (pool == nullptr) return finish(cudaErrorInvalidValue);
    if (device != 0) return finish(cudaErrorInvalidDevice);
    const std::lock_guard lock(pools().mutex);
    *pool = pools().current.get();
    return finish(cudaSuccess);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    if (device != 0) return finish(cudaErrorInvalidDevice);
    const std::lock_guard lock(pools().mutex);
    if (find(pool) == nullptr) return finish(cudaErrorInvalidValue);
    pools().current = find(pool);
    return finish(cudaSuccess);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    if (pool == nullptr || properties == nullptr || properties->allocType != cudaMemAllocationTypePinned)
        return finish(cudaErrorInvalidValue);
    if (properties->location.type != cudaMemLocationTypeDevice)
        return finish(cpu_device::refuse_feature("a memory pool that is not the device's"));
    if (properties->location.id != 0) return finish(cudaErrorInvalidDevice);
    const std::lock_guard lock(pools().mutex);
    auto made = std::make_shared<cpu_device::MemoryPool>();
    *pool = made.get();
    pools().all[*pool] = std::move(made);
    return finish(cudaSuccess);
}
// What was taken from it remains the program's.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (kernel_error() != cudaSuccess) return finish(cudaSuccess);
    const std::lock_guard lock(pools().mutex);
    if (pool == pools().standard.get() || pools().all.erase(pool) == 0) return finish(cudaErrorInvalidValue);
    if (pools().current.get() == pool) pools().current = pools().standard;
    return finish(cudaSuccess);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    const std::lock_guard lock(pools().mutex);
    const auto found = find(pool);
    if (found == nullptr || value == nullptr) return finish(cudaErrorInvalidValue);
    switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            found->reuse[attribute - 1] = *static_cast<const int*>(value);
            return finish(cudaSuccess);
        case cudaMemPoolAttrReleaseThreshold:
            found->threshold = *static_cast<const unsigned long long*>(value);
            return finish(cudaSuccess);
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemHigh:  // to 0: begin to measure anew
            if (*static_cast<const unsigned long long*>(value) != 0) return finish(cudaErrorInvalidValue);
            found->most_used = found->used;
            return finish(cudaSuccess);
        default:
            return finish(cudaErrorInvalidValue);
    }
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    const std::lock_guard lock(pools().mutex);
    const auto found = find(pool);
    if (found == nullptr || value == nullptr) return finish(cudaErrorInvalidValue);
    auto& number = *static_cast<unsigned long long*>(value);
    switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            *static_cast<int*>(value) = found->reuse[attribute - 1];
            return finish(cudaSuccess);
        case cudaMemPoolAttrReleaseThreshold:
            number = found->threshold;
            return finish(cudaSuccess);
        case cudaMemPoolAttrReservedMemCurrent:
        case cudaMemPoolAttrUsedMemCurrent:
            number = found->used;
            return finish(cudaSuccess);
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemHigh:
            number = found->most_used;
            return finish(cudaSuccess);
    }
    return finish(cudaErrorInvalidValue);
}
// Nothing is kept, so there is nothing to give back.
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
    const std::lock_guard lock(pools().mutex);
    return finish(find(pool) != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}
