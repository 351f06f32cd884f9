#include "verify/cpu/runtime/memory/host_flags.h"

#include <functional>
#include <map>
#include <mutex>

#include "cpu/host_memory.h"
#include "verify/cpu/runtime/ground/last_error.h"

namespace {

std::mutex mutex;
std::map<const void*, unsigned, std::less<>> all;  // what was freed stays until its address is pinned again

}  // namespace

void cpu_device::note_host_flags(const void* pointer, unsigned flags) {
    const std::lock_guard lock(mutex);
    all[pointer] = flags;
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    cudaPointerAttributes attributes{};
    if (flags == nullptr || host == nullptr) return cpu_device::finish(cudaErrorInvalidValue);
    if (const cudaError_t error = cudaPointerGetAttributes(&attributes, host); error != cudaSuccess) return error;
    const std::lock_guard lock(mutex);
    const auto after = all.upper_bound(host);
    if (attributes.type != cudaMemoryTypeHost || after == all.begin()) return cpu_device::finish(cudaErrorInvalidValue);
    *flags = std::prev(after)->second;
    return cpu_device::finish(cudaSuccess);
}
