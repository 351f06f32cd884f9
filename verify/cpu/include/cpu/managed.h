// Hints about managed memory: where a range will be used, and how. Nothing moves on the CPU device, so that they are
// checked, remembered for cudaMemRangeGetAttribute, and have no effect. They are for memory of cudaMallocManaged; of a
// __managed__ variable the CPU device knows no range, and refuses the hint.
#pragma once

#include <cstddef>

#include "cpu/errors.h"
#include "cpu/memory_location.h"

inline constexpr int cudaCpuDeviceId = -1, cudaInvalidDeviceId = -2;

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6,
};
enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4,
    cudaMemRangeAttributePreferredLocationType = 5,
    cudaMemRangeAttributePreferredLocationId = 6,
    cudaMemRangeAttributeLastPrefetchLocationType = 7,
    cudaMemRangeAttributeLastPrefetchLocationId = 8,
};

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t bytes);
