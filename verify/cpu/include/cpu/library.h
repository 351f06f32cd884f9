// CUDA's libraries by their names alone. A program may include their headers, and whatever of it makes none of their
// calls runs. A call that is reached ends the program with exit code 77, as for a device that is not there, and one
// line that names it. The rewriter puts the declarations of the calls that a program makes in the place of
//     CPU_DEVICE_CALLS_OF(cublas, cublasStatus_t, "cuBLAS");
// each of which takes any arguments:
//     template <class... Rest> inline cublasStatus_t cublasCreate(::cpu_device::Caller caller = {}, const Rest&...) {
//         ::cpu_device::library_call("cublasCreate", "cuBLAS", caller.where);
//     }
#pragma once

#include "cpu/where.h"

namespace cpu_device {

// Made of a call's first argument: where the call is.
struct Caller {
    Where where;
    Caller(Where here = Where::here("")) : where(here) {}
    template <class T>
    Caller(const T&, Where here = Where::here("")) : where(here) {}
};

// Runs what is queued, so that nothing found in it is lost, says what is missing, and ends the program.
[[noreturn]] void library_call(const char* name, const char* library, const Where& where);

}  // namespace cpu_device

// A call that gives something else than its library's other calls.
#define CPU_DEVICE_CALL(result, name, library)                             \
    template <class... Rest>                                               \
    inline result name(::cpu_device::Caller caller = {}, const Rest&...) { \
        ::cpu_device::library_call(#name, library, caller.where);          \
    }                                                                      \
    static_assert(true)
