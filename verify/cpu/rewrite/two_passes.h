// Programs that look at __CUDA_ARCH__. nvcc preprocesses them twice: for the host, without it, and for the device, with
// it. Here the two texts become one, in which every function is the one that its caller would meet:
//     __global__, __device__               the body of the device's text
//     __host__ __device__, constexpr       both bodies, and a question to cpu_device::in_kernel() before them
//     host functions                       the body of the host's text, but the device's for a __device__ lambda
//     what only one of the two has         as it is; a host function that only the device's text has is left out
//     types and constants that differ      both, the device's under a name of its own
// Only what differs is touched, so a program that guards nothing is compiled as ever.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cpu_device {

// Does the preprocessed text come from files of the program that say __CUDA_ARCH__? `own_headers` is the folder of the
// CPU device's headers, which never ask.
bool asks_for_architecture(std::string_view preprocessed, const std::string& own_headers);

// Both texts as the preprocessor left them, with the qualifiers still there (cpu/qualifiers.h). A RewriteError where
// the two cannot be one.
std::string merge_passes(std::string_view host, std::string_view device);

// Without the qualifiers, as they mean nothing here; a kernel's says that it is compiled without regard to its
// launches.
std::string without_qualifiers(std::string_view text);

}  // namespace cpu_device
