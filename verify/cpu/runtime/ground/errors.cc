#include "cpu/errors.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "verify/cpu/runtime/ground/environment.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/observer.h"

namespace cpu_device {
namespace {

constinit thread_local cudaError_t last = cudaSuccess;
constinit thread_local bool in_host_function = false;
std::atomic<cudaError_t> in_kernel = cudaSuccess;

}  // namespace

namespace {

// DAYBREAK_STATUS=FILE: the name of the first error that a call or a launch reported, or cudaSuccess. It is there from
// the beginning, so that a program that ends by _exit or a signal leaves it too.
void write_status(cudaError_t error) {
    const char* const path = asked("DAYBREAK_STATUS");
    if (path == nullptr) return;
    std::FILE* const file = std::fopen(path, "w");
    const bool written = file != nullptr && std::fprintf(file, "%s\n", cudaGetErrorName(error)) > 0;
    if (file != nullptr && std::fclose(file) == 0 && written) return;
    std::fprintf(stderr, "CPU device: cannot write the status to %s: %s: name another file in DAYBREAK_STATUS\n", path,
                 std::strerror(errno));
    std::_Exit(2);
}

[[maybe_unused]] const bool no_error_yet = (write_status(cudaSuccess), true);

}  // namespace

void set_kernel_error(cudaError_t error) { in_kernel = error; }

cudaError_t fault_of_device() { return in_kernel; }

cudaError_t kernel_error() { return in_host_function ? cudaErrorNotPermitted : fault_of_device(); }

InHostFunction::InHostFunction() { in_host_function = true; }
InHostFunction::~InHostFunction() { in_host_function = false; }

cudaError_t record(cudaError_t error) {
    if (error != cudaSuccess) last = tell(error);
    return error;
}

cudaError_t tell(cudaError_t error) {
    // The answer of a query is the answer as long as no error comes.
    static std::atomic<cudaError_t> told = cudaSuccess;
    cudaError_t before = told;
    if ((before == cudaSuccess || (before == cudaErrorNotReady && error != before)) &&
        told.compare_exchange_strong(before, error))
        write_status(error);
    return error;
}

cudaError_t finish(cudaError_t error) { return record(kernel_error() != cudaSuccess ? kernel_error() : error); }

}  // namespace cpu_device

cudaError_t cudaPeekAtLastError() {
    if (cpu_device::observer != nullptr) cpu_device::observer->error_asked();
    return cpu_device::last;
}

cudaError_t cudaGetLastError() {
    if (cpu_device::observer != nullptr) cpu_device::observer->error_asked();
    return std::exchange(cpu_device::last, cudaSuccess);
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define CPU_DEVICE_ERROR(name, code, text) \
    case name:                             \
        return #name;
#include "cpu/error_table.h"
#undef CPU_DEVICE_ERROR
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define CPU_DEVICE_ERROR(name, code, text) \
    case name:                             \
        return text;
#include "cpu/error_table.h"
#undef CPU_DEVICE_ERROR
    }
    return "unrecognized error code";
}
