// A CUDA array as the runtime sees it.
#pragma once

#include <cstddef>

#include "cpu/array.h"

struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent extent;  // as it was asked for: 0 for a dimension that it does not have
    unsigned flags;
    std::size_t element;       // bytes
    std::size_t rows, slices;  // 1 for a dimension that it does not have; a layer is a slice
    std::size_t pitch;         // bytes from row to row
    char* memory;

    std::size_t row_bytes() const { return extent.width * element; }
    char* at(std::size_t x, std::size_t y, std::size_t z) const { return memory + (z * rows + y) * pitch + x; }
    bool holds(std::size_t x, std::size_t y, std::size_t width, std::size_t height) const {
        return x <= row_bytes() && width <= row_bytes() - x && y <= rows && height <= rows - y;
    }
};

namespace cpu_device {

bool is_array(const cudaArray* array);  // one that was made and not freed
// Bytes of an element; 0 for a format that no array or texture has.
std::size_t element_bytes(const cudaChannelFormatDesc& format);
cudaError_t not_supported(const char* feature);  // says so on stderr; cudaErrorNotSupported

}  // namespace cpu_device
