// Launches without <<<...>>>: cudaLaunchKernel, which takes the addresses of the arguments, and cudaLaunchKernelEx.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cpu/errors.h"
#include "cpu/launch.h"
#include "cpu/vector_types.h"

struct cudaLaunchAttribute;  // there are none on the CPU device

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned int numAttrs;
};

// arguments[i] points to the kernel's argument i. Returns the launch's own error, which cudaGetLastError has too.
template <class... Args>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared = 0, cudaStream_t stream = nullptr,
                                    cpu_device::Where where = cpu_device::Where::here("cudaLaunchKernel()")) {
    const auto start = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return cpu_device::launch("of cudaLaunchKernel", kernel, grid, block, shared, stream, where)
            .start(*static_cast<std::remove_cvref_t<Args>*>(arguments[I])...);
    };
    return start(std::index_sequence_for<Args...>());
}
// A kernel's address alone does not tell its arguments here. (The rewriter removes a cast to void* in the call.)
__attribute__((error("CPU device: a kernel's address does not tell its arguments: pass the kernel itself"))) cudaError_t
cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                 cudaStream_t stream = nullptr);

// The arguments are converted to the kernel's own types. Attributes are refused with cudaErrorNotSupported.
template <class... Args, class... Given>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Args...), Given&&... given) {
    if (config->numAttrs != 0) return cpu_device::refuse(cudaErrorNotSupported);
    return cpu_device::launch("of cudaLaunchKernelEx", kernel, config->gridDim, config->blockDim,
                              config->dynamicSmemBytes, config->stream)
        .start(static_cast<std::remove_cvref_t<Args>>(std::forward<Given>(given))...);
}
