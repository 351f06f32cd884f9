// What the check build tells the checker of a program's text: verify/cpu/rewrite/check_marks.h writes these.
#pragma once

#include <cstddef>

namespace cpu_device {

// A __device__, __constant__ or __managed__ variable.
struct DeviceVariable {
    DeviceVariable(const volatile void* address, std::size_t bytes, const char* name, bool constant = false);
};

// The names of a kernel's parameters, separated by commas.
struct KernelParameters {
    KernelParameters(const char* kernel, const char* names);
};

// The C library's functions; in a kernel the bytes count as read and written.
void* checked_memcpy(void* to, const void* from, std::size_t bytes);
void* checked_memmove(void* to, const void* from, std::size_t bytes);
void* checked_memset(void* to, int byte, std::size_t bytes);

}  // namespace cpu_device
