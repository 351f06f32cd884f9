// Device printf. The rewriter sends the learner's printf calls here: in a kernel the text is kept until its block is
// done, so that lines of different blocks do not mix, and the result is how many arguments were printed; on the host it
// is the C library's printf.
#pragma once

#include <cstdio>

namespace cpu_device {

int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace cpu_device
