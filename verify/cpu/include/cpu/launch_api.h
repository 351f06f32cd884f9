// Launches without <<<...>>>: cudaLaunchKernel and cudaLaunchCooperativeKernel, which take the addresses of the
// arguments, and cudaLaunchKernelEx.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cpu/errors.h"
#include "cpu/launch.h"
#include "cpu/newer_std.h"
#include "cpu/vector_types.h"

namespace cpu_device {

// arguments[i] points to the kernel's argument i.
template <class... Args>
Call call_of(void (*kernel)(Args...), void** arguments) {
    if (sizeof...(Args) > 0 && arguments == nullptr) return {};
    const auto copy = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_call(kernel, *static_cast<::cpu_device::remove_cvref_t<Args>*>(arguments[I])...);
    };
    return copy(std::index_sequence_for<Args...>());
}

// A kernel's address alone does not tell its arguments. So the rewriter turns a cast of a kernel, (void*)kernel, into
// kernel_address->*kernel, which notes how a kernel with this address is called.
using CallOf = Call (*)(const void* kernel, void** arguments);
void* note_kernel(const void* kernel, CallOf call_of);
CallOf kernel_at(const void* address);  // null: no kernel that was noted

struct KernelAddress {
    template <class... Args>
    void* operator->*(void (*kernel)(Args...)) const {
        return note_kernel(reinterpret_cast<const void*>(kernel), [](const void* address, void** arguments) {
            return call_of(reinterpret_cast<void (*)(Args...)>(const_cast<void*>(address)), arguments);
        });
    }
    template <class T>
    void* operator->*(T* pointer) const {
        return (void*)pointer;
    }
};
inline constexpr KernelAddress kernel_address{};

inline cudaError_t start_at(const LaunchConfig& config, const void* kernel, void** arguments) {
    const CallOf call_of = kernel_at(kernel);
    return call_of == nullptr ? refuse(cudaErrorInvalidDeviceFunction) : start_grid(config, call_of(kernel, arguments));
}

}  // namespace cpu_device

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

// A kernel, or the address of one that the program casts to void*; arguments[i] points to its argument i. Returns the
// launch's own error, which cudaGetLastError has too.
template <class... Args>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Args...), dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared = 0, cudaStream_t stream = nullptr,
                                    cpu_device::Where where = cpu_device::Where::here("cudaLaunchKernel()")) {
    return cpu_device::start_grid({"of cudaLaunchKernel", grid, block, shared, stream, where},
                                  cpu_device::call_of(kernel, arguments));
}
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                                    cudaStream_t stream = nullptr,
                                    cpu_device::Where where = cpu_device::Where::here("cudaLaunchKernel()")) {
    return cpu_device::start_at({"of cudaLaunchKernel", grid, block, shared, stream, where}, kernel, arguments);
}
// The same for a grid whose blocks are all there at once, and may wait for each other.
template <class... Args>
inline cudaError_t cudaLaunchCooperativeKernel(
    void (*kernel)(Args...), dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
    cudaStream_t stream = nullptr, cpu_device::Where where = cpu_device::Where::here("cudaLaunchCooperativeKernel()")) {
    return cpu_device::start_grid({"of cudaLaunchCooperativeKernel", grid, block, shared, stream, where, true},
                                  cpu_device::call_of(kernel, arguments));
}
inline cudaError_t cudaLaunchCooperativeKernel(
    const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0, cudaStream_t stream = nullptr,
    cpu_device::Where where = cpu_device::Where::here("cudaLaunchCooperativeKernel()")) {
    return cpu_device::start_at({"of cudaLaunchCooperativeKernel", grid, block, shared, stream, where, true}, kernel,
                                arguments);
}

// The arguments are converted to the kernel's own types. Attributes that the CPU device does not know are refused with
// cudaErrorNotSupported.
template <class... Args, class... Given>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Args...), Given&&... given) {
    cpu_device::LaunchConfig launch{"of cudaLaunchKernelEx",  config->gridDim, config->blockDim,
                                    config->dynamicSmemBytes, config->stream,  {}};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            launch.cooperative = attribute.val.cooperative != 0;
        else if (attribute.id != cudaLaunchAttributeIgnore)
            return cpu_device::refuse(cudaErrorNotSupported);
    }
    return cpu_device::start_grid(
        launch,
        cpu_device::make_call(kernel, static_cast<::cpu_device::remove_cvref_t<Args>>(std::forward<Given>(given))...));
}
