// Signals inside a kernel (a null pointer, a stack overflow, a division by zero) end the kernel as CUDA would, not the
// process.
#pragma once

namespace cpu_device {

// Installs the handlers for the process, and an alternative signal stack for the calling OS thread, which may run
// kernels from then on.
void catch_faults();

}  // namespace cpu_device
