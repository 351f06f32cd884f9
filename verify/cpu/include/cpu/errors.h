// CUDA's error codes, the opaque handles, and the functions that ask for an error.
#pragma once

enum cudaError_t {
#define CPU_DEVICE_ERROR(name, code, text) name = (code),
#include "cpu/error_table.h"
#undef CPU_DEVICE_ERROR
};
using cudaError = cudaError_t;

namespace cpu_device {
struct Stream;
struct Event;
}  // namespace cpu_device
using cudaStream_t = cpu_device::Stream*;
using cudaEvent_t = cpu_device::Event*;

// The last error of any call or launch by this host thread, which is then forgotten. An error inside a kernel is sticky
// all the same: every later call that needs the device meets it again.
cudaError_t cudaGetLastError();
// The same without forgetting.
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
