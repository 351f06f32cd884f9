// What other parts of the runtime may ask of the device's memory.
#pragma once

#include <cstddef>

#include "cpu/where.h"

namespace cpu_device {

std::size_t bytes_from(const void* pointer);  // to the end of the allocation that holds it; 0: none does

// Device memory without a CUDA call: no error is recorded, and no stream is waited for. Null when there is none.
void* take_memory(std::size_t bytes, const Where& where);
void give_back_memory(void* memory);

}  // namespace cpu_device
