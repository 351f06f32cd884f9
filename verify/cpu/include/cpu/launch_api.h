// Launches without <<<...>>>: cudaLaunchKernel and cudaLaunchCooperativeKernel, which take the addresses of the
// arguments, and cudaLaunchKernelEx.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cpu/errors.h"
#include "cpu/launch.h"
#include "cpu/vector_types.h"

// Of the attributes of a launch, the CPU device knows that of a cooperative one.
enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeCooperative = 2 };
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned int numAttrs;
};

namespace cpu_device {
template <class... Args>
inline cudaError_t launch_with(Launch<void (*)(Args...)> launch, void** arguments) {
    const auto start = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return launch.start(*static_cast<std::remove_cvref_t<Args>*>(arguments[I])...);
    };
    return start(std::index_sequence_for<Args...>());
}
}  // namespace cpu_device

// arguments[i] points to the kernel's argument i. Returns the launch's own error, which cudaGetLastError has too.
template <class... Args>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared = 0, cudaStream_t stream = nullptr,
                                    cpu_device::Where where = cpu_device::Where::here("cudaLaunchKernel()")) {
    return cpu_device::launch_with(
        cpu_device::launch("of cudaLaunchKernel", kernel, grid, block, shared, stream, where), arguments);
}
// The same for a grid whose blocks are all there at once, and may wait for each other.
template <class... Args>
inline cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(Args...), dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
    cudaStream_t stream = nullptr, cpu_device::Where where = cpu_device::Where::here("cudaLaunchCooperativeKernel()")) {
    auto launch = cpu_device::launch("of cudaLaunchCooperativeKernel", kernel, grid, block, shared, stream, where);
    launch.config.cooperative = true;
    return cpu_device::launch_with(launch, arguments);
}
// A kernel's address alone does not tell its arguments here. (The rewriter removes a cast to void* in the call.)
__attribute__((error("CPU device: a kernel's address does not tell its arguments: pass the kernel itself"))) cudaError_t
cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                 cudaStream_t stream = nullptr);
__attribute__((error("CPU device: a kernel's address does not tell its arguments: pass the kernel itself"))) cudaError_t
cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                            cudaStream_t stream = nullptr);

// The arguments are converted to the kernel's own types. Attributes that the CPU device does not know are refused with
// cudaErrorNotSupported.
template <class... Args, class... Given>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Args...), Given&&... given) {
    auto launch = cpu_device::launch("of cudaLaunchKernelEx", kernel, config->gridDim, config->blockDim,
                                     config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            launch.config.cooperative = attribute.val.cooperative != 0;
        else if (attribute.id != cudaLaunchAttributeIgnore)
            return cpu_device::refuse(cudaErrorNotSupported);
    }
    return launch.start(static_cast<std::remove_cvref_t<Args>>(std::forward<Given>(given))...);
}
