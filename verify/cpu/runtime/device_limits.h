// What a launch may ask for; cudaFuncSetAttribute raises the limit of dynamic shared memory.
#pragma once

#include <cstddef>

namespace cpu_device {

std::size_t dynamic_shared_limit();  // bytes

}  // namespace cpu_device
