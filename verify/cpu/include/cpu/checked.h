// What the check build tells the checker of a program's text: verify/cpu/rewrite/check_marks.h writes these.
#pragma once

#include <cstddef>

namespace cpu_device {

// A __device__, __constant__ or __managed__ variable.
struct DeviceVariable {
    DeviceVariable(const volatile void* address, std::size_t bytes, const char* name);
};

// The names of a kernel's parameters, separated by commas.
struct KernelParameters {
    KernelParameters(const char* kernel, const char* names);
};

}  // namespace cpu_device
