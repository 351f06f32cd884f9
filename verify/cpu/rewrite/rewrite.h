// The rewriter: CUDA C++ in, C++ for the host compiler out. It works on tokens, knows no types, and changes as little
// as it can: kernel launches, __shared__ declarations, printf, __noinline__, the cast in cudaLaunchKernel. No line
// moves to another number. What each form becomes stands in the headers of the CPU device (cpu/launch.h,
// cpu/shared_memory.h, cpu/printf.h).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace cpu_device {

// A form that the CPU device does not support; what() is one line, "file:line: error: ...".
struct RewriteError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// `text` is C++ as it was written, or as the preprocessor left it: its line markers are followed, and what they mark as
// a system header is copied. `file` names the text in messages until the first marker.
std::string rewrite(std::string_view text, const std::string& file);

}  // namespace cpu_device
