// Sizes and places of 3-D objects, and pointers to memory whose rows are a pitch apart.
#pragma once

#include <cstddef>

struct cudaExtent {
    std::size_t width, height, depth;  // the width is in elements of a CUDA array, else in bytes
};
struct cudaPos {
    std::size_t x, y, z;  // x likewise
};
struct cudaPitchedPtr {
    void* ptr;
    std::size_t pitch;         // bytes from row to row
    std::size_t xsize, ysize;  // bytes of a row that count, and rows of a slice
};

constexpr cudaExtent make_cudaExtent(std::size_t width, std::size_t height, std::size_t depth) {
    return {width, height, depth};
}
constexpr cudaPos make_cudaPos(std::size_t x, std::size_t y, std::size_t z) { return {x, y, z}; }
constexpr cudaPitchedPtr make_cudaPitchedPtr(void* pointer, std::size_t pitch, std::size_t xsize, std::size_t ysize) {
    return {pointer, pitch, xsize, ysize};
}
