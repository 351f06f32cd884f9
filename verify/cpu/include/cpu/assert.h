// Device assert: what assert() in assert.h calls when its condition is false.
#pragma once

namespace cpu_device {

// In a kernel: prints the line that CUDA prints and ends the kernel with cudaErrorAssert (sticky). On the host: prints
// and aborts.
[[noreturn]] void assert_failed(const char* condition, const char* file, int line, const char* function);

}  // namespace cpu_device
