// What clangd includes before a lesson (compile_flags.txt), and no compiler: clang's CUDA mode, which alone parses
// `kernel<<<grid, block>>>(...)`, on the CPU device's own declarations, so that no CUDA Toolkit is needed.
//
// That mode has a host's and a device's functions, here one declaration is both: the pragma says so to the end of the
// file. It must see libstdc++'s exceptions first, and never `operator new`, which clang itself declares twice.
#pragma once

#pragma clang force_cuda_host_device begin
#include <typeinfo>
#pragma clang force_cuda_host_device end
#include <new>
#define __CLANG_CUDA_WRAPPERS_NEW  // <new> was included, and clang's wrapper adds nothing to it
__attribute__((device)) inline void* operator new(std::size_t, void* place) noexcept { return place; }
__attribute__((device)) inline void* operator new[](std::size_t, void* place) noexcept { return place; }
#pragma clang force_cuda_host_device begin

#include "cuda_runtime.h"

// Looked up by their names when a launch is parsed: the first without a CUDA Toolkit, the second with one.
int cudaConfigureCall(dim3 grid, dim3 block, std::size_t shared = 0, cudaStream_t stream = nullptr);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared = 0, cudaStream_t stream = nullptr);

#undef __global__
#define __global__ __attribute__((global))
#define __shared__  // its attribute is refused in a host's function
#define __noinline__

#include <source_location>
#if !__has_builtin(__builtin_source_location)  // clang 14: libstdc++ declares nothing then
namespace std {
struct source_location {
    const char *file = "", *function = "";
    unsigned number = 0;

    static constexpr source_location current(const char* file = __builtin_FILE(),
                                             const char* function = __builtin_FUNCTION(),
                                             unsigned number = __builtin_LINE()) {
        return {file, function, number};
    }
    constexpr const char* file_name() const { return file; }
    constexpr const char* function_name() const { return function; }
    constexpr unsigned line() const { return number; }
    constexpr unsigned column() const { return 0; }
};
}  // namespace std
#endif
