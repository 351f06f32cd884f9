// Which stream handles are real.
#pragma once

#include "cpu/errors.h"

namespace cpu_device {

bool is_stream(cudaStream_t stream);  // a built-in one, or one that was created and not destroyed

}  // namespace cpu_device
