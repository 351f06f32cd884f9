#include "cpu/errors.h"

#include <atomic>
#include <utility>

#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/observer.h"

namespace cpu_device {
namespace {

constinit thread_local cudaError_t last = cudaSuccess;
constinit thread_local bool in_host_function = false;
std::atomic<cudaError_t> in_kernel = cudaSuccess;

}  // namespace

void set_kernel_error(cudaError_t error) { in_kernel = error; }

cudaError_t fault_of_device() { return in_kernel; }

cudaError_t kernel_error() { return in_host_function ? cudaErrorNotPermitted : fault_of_device(); }

InHostFunction::InHostFunction() { in_host_function = true; }
InHostFunction::~InHostFunction() { in_host_function = false; }

cudaError_t record(cudaError_t error) {
    if (error != cudaSuccess) last = error;
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
