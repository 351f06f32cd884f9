// What the host asked the device for, for verify/counts.h.
#pragma once

#include <atomic>
#include <cstddef>

namespace cpu_device {

struct HostCounts {
    std::atomic<std::size_t> allocations = 0, allocated_bytes = 0, launches = 0, waits = 0;
};

extern HostCounts host_counts;

}  // namespace cpu_device
