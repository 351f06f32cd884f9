#include "cpu/errors.h"

#include "verify/cpu/runtime/last_error.h"

namespace cpu_device {
namespace {

constinit thread_local cudaError_t last = cudaSuccess;
cudaError_t in_kernel = cudaSuccess;  // of the first kernel that failed
bool known = false;                   // a call has returned it

}  // namespace

void set_last_error(cudaError_t error) { last = error; }

void set_asynchronous_error(cudaError_t error) {
    if (in_kernel == cudaSuccess) in_kernel = error;
}

bool context_is_dead() { return in_kernel != cudaSuccess; }

cudaError_t synchronize() {
    known = in_kernel != cudaSuccess;
    return in_kernel;
}

cudaError_t finish(cudaError_t error) {
    if (synchronize() != cudaSuccess) error = in_kernel;
    if (error != cudaSuccess) last = error;
    return error;
}

}  // namespace cpu_device

cudaError_t cudaPeekAtLastError() { return cpu_device::known ? cpu_device::in_kernel : cpu_device::last; }

cudaError_t cudaGetLastError() {
    const cudaError_t error = cudaPeekAtLastError();
    cpu_device::last = cudaSuccess;
    return error;
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define CPU_DEVICE_ERROR(name, code, text) \
    case name: return #name;
#include "cpu/error_table.h"
#undef CPU_DEVICE_ERROR
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define CPU_DEVICE_ERROR(name, code, text) \
    case name: return text;
#include "cpu/error_table.h"
#undef CPU_DEVICE_ERROR
    }
    return "unrecognized error code";
}
