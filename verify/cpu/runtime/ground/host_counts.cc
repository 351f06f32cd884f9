#include "verify/cpu/runtime/ground/host_counts.h"

#include "verify/counts.h"

namespace cpu_device {

HostCounts host_counts;

}  // namespace cpu_device

void daybreak_count_host_from_here() {
    cpu_device::HostCounts& counts = cpu_device::host_counts;
    counts.allocations = counts.allocated_bytes = counts.launches = counts.waits = 0;
}

void daybreak_host_counts(verify::HostCounts* counts) {
    const cpu_device::HostCounts& counted = cpu_device::host_counts;
    *counts = {counted.allocations, counted.allocated_bytes, counted.launches, counted.waits};
}
