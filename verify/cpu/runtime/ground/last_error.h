// The error state. A launch's own error is there at once. An error inside a kernel comes to light at the next call that
// needs the device, and at every one after it: the device is dead until the process ends.
#pragma once

#include "cpu/errors.h"

namespace cpu_device {

void set_kernel_error(cudaError_t error);
cudaError_t fault_of_device();          // of the kernel that failed: no other runs after it
cudaError_t kernel_error();             // the same, or cudaErrorNotPermitted in a host function in a stream
cudaError_t tell(cudaError_t error);    // what a call answers that is no success; returns `error`
cudaError_t record(cudaError_t error);  // notes the last error, unless it is a success; returns `error`
cudaError_t finish(cudaError_t error);  // the same for a call that needs the device: a dead one's error comes first

// While it lives, the calling thread runs a function of the host in a stream, which may call no function of CUDA.
struct InHostFunction {
    InHostFunction();
    ~InHostFunction();
};

}  // namespace cpu_device
