#include "cpu/managed.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <vector>

#include "cpu/host_memory.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/memory/managed.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace cpu_device {
namespace {

enum class Topic { read_mostly, preferred, accessed_by, prefetched };

struct Hint {
    const char *begin, *end;
    Topic topic;
    std::optional<cudaMemLocation> location;  // none: the hint was taken back
};

std::mutex mutex;
std::vector<Hint> hints;  // the newest last

// Managed memory only, and all of the range.
bool is_managed(const void* pointer, std::size_t bytes) {
    cudaPointerAttributes attributes{};
    return bytes != 0 && bytes_from(pointer) >= bytes &&
           cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess && attributes.type == cudaMemoryTypeManaged;
}

cudaError_t check(const cudaMemLocation& location) {
    switch (location.type) {
        case cudaMemLocationTypeDevice:
        case cudaMemLocationTypeHostNuma:
            return location.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
        case cudaMemLocationTypeHost:
        case cudaMemLocationTypeHostNumaCurrent:
            return cudaSuccess;
        default:
            return cudaErrorInvalidValue;
    }
}

void note(const void* pointer, std::size_t bytes, Topic topic, std::optional<cudaMemLocation> location) {
    const std::lock_guard lock(mutex);
    const auto* const begin = static_cast<const char*>(pointer);
    std::erase_if(
        hints, [&](const Hint& old) { return old.topic == topic && old.begin >= begin && old.end <= begin + bytes; });
    hints.push_back({begin, begin + bytes, topic, location});
}

// What was said last of the whole range; nothing where its parts may differ.
std::optional<cudaMemLocation> last(Topic topic, const void* pointer, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    const auto* const begin = static_cast<const char*>(pointer);
    for (auto hint = hints.rbegin(); hint != hints.rend(); ++hint) {
        if (hint->topic != topic || hint->end <= begin || hint->begin >= begin + bytes) continue;
        const bool whole = hint->begin <= begin && hint->end >= begin + bytes;
        return whole ? hint->location : std::nullopt;
    }
    return {};
}

int device_id(const std::optional<cudaMemLocation>& location) {
    if (!location) return cudaInvalidDeviceId;
    return location->type == cudaMemLocationTypeDevice ? location->id : cudaCpuDeviceId;
}

}  // namespace

void forget_hints(const void* pointer, std::size_t bytes) {
    const std::lock_guard lock(mutex);
    const auto* const begin = static_cast<const char*>(pointer);
    std::erase_if(hints, [&](const Hint& hint) { return hint.begin >= begin && hint.begin < begin + bytes; });
}

void forget_all_hints() {
    const std::lock_guard lock(mutex);
    hints.clear();
}

}  // namespace cpu_device

using cpu_device::finish;
using cpu_device::Topic;

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    if (flags != 0 || !cpu_device::is_managed(pointer, bytes)) return finish(cudaErrorInvalidValue);
    if (const cudaError_t error = cpu_device::check(location); error != cudaSuccess) return finish(error);
    cpu_device::note(pointer, bytes, Topic::prefetched, location);
    return finish(cudaSuccess);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
    if (!cpu_device::is_managed(pointer, bytes)) return finish(cudaErrorInvalidValue);
    const bool locates = advice == cudaMemAdviseSetPreferredLocation || advice == cudaMemAdviseSetAccessedBy;
    if (const cudaError_t error = cpu_device::check(location); locates && error != cudaSuccess) return finish(error);
    switch (advice) {
        case cudaMemAdviseSetReadMostly:
            cpu_device::note(pointer, bytes, Topic::read_mostly, location);
            break;
        case cudaMemAdviseUnsetReadMostly:
            cpu_device::note(pointer, bytes, Topic::read_mostly, {});
            break;
        case cudaMemAdviseSetPreferredLocation:
            cpu_device::note(pointer, bytes, Topic::preferred, location);
            break;
        case cudaMemAdviseUnsetPreferredLocation:
            cpu_device::note(pointer, bytes, Topic::preferred, {});
            break;
        case cudaMemAdviseSetAccessedBy:
            cpu_device::note(pointer, bytes, Topic::accessed_by, location);
            break;
        case cudaMemAdviseUnsetAccessedBy:
            cpu_device::note(pointer, bytes, Topic::accessed_by, {});
            break;
        default:
            return finish(cudaErrorInvalidValue);
    }
    return finish(cudaSuccess);
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t bytes) {
    if (data == nullptr || data_bytes == 0 || data_bytes % sizeof(int) != 0 || !cpu_device::is_managed(pointer, bytes))
        return finish(cudaErrorInvalidValue);
    if (data_bytes != sizeof(int) && attribute != cudaMemRangeAttributeAccessedBy) return finish(cudaErrorInvalidValue);
    const auto preferred = cpu_device::last(Topic::preferred, pointer, bytes);
    const auto prefetched = cpu_device::last(Topic::prefetched, pointer, bytes);
    int value = 0;
    switch (attribute) {
        case cudaMemRangeAttributeReadMostly:
            value = cpu_device::last(Topic::read_mostly, pointer, bytes) ? 1 : 0;
            break;
        case cudaMemRangeAttributePreferredLocation:
            value = cpu_device::device_id(preferred);
            break;
        case cudaMemRangeAttributeAccessedBy:
            value = cpu_device::device_id(cpu_device::last(Topic::accessed_by, pointer, bytes));
            break;
        case cudaMemRangeAttributeLastPrefetchLocation:
            value = cpu_device::device_id(prefetched);
            break;
        case cudaMemRangeAttributePreferredLocationType:
            value = preferred ? preferred->type : cudaMemLocationTypeInvalid;
            break;
        case cudaMemRangeAttributePreferredLocationId:
            value = preferred ? preferred->id : cudaInvalidDeviceId;
            break;
        case cudaMemRangeAttributeLastPrefetchLocationType:
            value = prefetched ? prefetched->type : cudaMemLocationTypeInvalid;
            break;
        case cudaMemRangeAttributeLastPrefetchLocationId:
            value = prefetched ? prefetched->id : cudaInvalidDeviceId;
            break;
        default:
            return finish(cudaErrorInvalidValue);
    }
    std::vector<int> list(data_bytes / sizeof(int), cudaInvalidDeviceId);  // of one device, and nothing
    list[0] = value;
    std::memcpy(data, list.data(), data_bytes);
    return finish(cudaSuccess);
}
