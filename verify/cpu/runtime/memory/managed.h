// Hints about managed memory end with it.
#pragma once

#include <cstddef>

namespace cpu_device {

void forget_hints(const void* pointer, std::size_t bytes);
void forget_all_hints();

}  // namespace cpu_device
