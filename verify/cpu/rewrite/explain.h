// What the host compiler says, in CUDA's words where it is CUDA that is meant: of a header, a call or a type that the
// CPU device does not have, or that CUDA itself has no longer, one line that says so.
#pragma once

#include <string>

namespace cpu_device {

// Of the preprocessor's messages: headers.
std::string explain_headers(const std::string& messages);

// Of the compiler's: names that are not declared. Where it meets any of them, those lines are all; the rest is seen
// once they are mended.
std::string explain_names(const std::string& messages);

}  // namespace cpu_device
