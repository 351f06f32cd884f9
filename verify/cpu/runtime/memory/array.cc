// CUDA arrays: device memory with a pitch, behind a handle. The copies are those of cpu/memory.h, row by row.
#include "verify/cpu/runtime/memory/array.h"

#include <cstdio>
#include <memory>
#include <mutex>
#include <set>

#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/reset.h"

namespace cpu_device {
namespace {

constexpr std::size_t pitch_alignment = 64;

std::mutex mutex;  // of the set
std::set<const cudaArray*>& arrays() {
    static auto& all = *new std::set<const cudaArray*>;  // never destroyed: destructors of statics may still free
    return all;
}

// The limits of compute capability 7.5, as cudaDeviceProp has them.
bool fits(const cudaExtent& e, bool layered) {
    if (e.width == 0) return false;
    if (layered) return e.depth >= 1 && e.depth <= 2048 && e.width <= 32768 && e.height <= 32768;
    if (e.depth > 0) return e.height > 0 && e.width <= 16384 && e.height <= 16384 && e.depth <= 16384;
    return e.width <= 131072 && e.height <= 65536;
}

cudaError_t make(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags,
                 const Where& where) {
    if (array == nullptr || format == nullptr) return finish(cudaErrorInvalidValue);
    if ((flags & ~(cudaArrayLayered | cudaArraySurfaceLoadStore)) != 0)
        return not_supported("an array with other flags than cudaArrayLayered and cudaArraySurfaceLoadStore");
    const std::size_t element = element_bytes(*format);
    if (element == 0) return finish(cudaErrorInvalidChannelDescriptor);
    if (!fits(extent, (flags & cudaArrayLayered) != 0)) return finish(cudaErrorInvalidValue);

    auto made = std::make_unique<cudaArray>();
    *made = {*format,
             extent,
             flags,
             element,
             std::max<std::size_t>(1, extent.height),
             std::max<std::size_t>(1, extent.depth),
             0,
             nullptr};
    made->pitch = (made->row_bytes() + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    const std::size_t bytes = made->pitch * made->rows * made->slices;
    if (const cudaError_t error = cudaMalloc(&made->memory, bytes, where); error != cudaSuccess) return error;
    const std::lock_guard lock(mutex);
    *array = made.release();
    arrays().insert(*array);
    return cudaSuccess;
}

// Rows of `bytes` bytes from (x, y) on: what is left of the first row, whole rows, and the rest.
template <class Copy>
cudaError_t row_after_row(const cudaArray& array, std::size_t x, std::size_t y, std::size_t bytes, Copy copy) {
    if (!array.holds(x, y, 0, 1) || bytes > (array.rows - y) * array.row_bytes() - x)
        return finish(cudaErrorInvalidValue);
    for (std::size_t done = 0; done < bytes; x = 0, ++y) {
        const std::size_t part = std::min(bytes - done, array.row_bytes() - x);
        if (const cudaError_t error = copy(array.at(x, y, 0), done, part); error != cudaSuccess) return error;
        done += part;
    }
    return finish(cudaSuccess);
}

}  // namespace

bool is_array(const cudaArray* array) {
    const std::lock_guard lock(mutex);
    return arrays().count(array) != 0;
}

std::size_t element_bytes(const cudaChannelFormatDesc& format) {
    const auto [x, y, z, w, kind] = format;
    const int channels = y == 0 ? 1 : z == 0 ? 2 : 4;
    if ((channels >= 2 && y != x) || (channels == 4 && (z != x || w != x)) || (channels < 4 && w != 0) ||
        (y == 0 && z != 0))
        return 0;
    const bool is_float = kind == cudaChannelFormatKindFloat;
    if (!is_float && kind != cudaChannelFormatKindSigned && kind != cudaChannelFormatKindUnsigned) return 0;
    if (x != 16 && x != 32 && (x != 8 || is_float)) return 0;
    return static_cast<std::size_t>(x) / 8 * static_cast<std::size_t>(channels);
}

cudaError_t not_supported(const char* feature) {
    std::fprintf(stderr, "CPU device: %s: not supported, run this program on a GPU\n", feature);
    return finish(cudaErrorNotSupported);
}

void release_all_arrays() {
    const std::lock_guard lock(mutex);
    for (const cudaArray* array : arrays()) delete array;  // their memory goes with all the other
    arrays().clear();
}

}  // namespace cpu_device

using cpu_device::finish;
using cpu_device::is_array;
using cpu_device::Where;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags, Where where) {
    if ((flags & cudaArrayLayered) != 0) return finish(cudaErrorInvalidValue);
    return cpu_device::make(array, format, {width, height, 0}, flags, where);
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags, Where where) {
    return cpu_device::make(array, format, extent, flags, where);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == nullptr) return finish(cudaSuccess);
    if (!is_array(array)) return finish(cudaErrorInvalidResourceHandle);
    if (const cudaError_t error = cudaFree(array->memory); error != cudaSuccess) return error;
    const std::lock_guard lock(cpu_device::mutex);
    cpu_device::arrays().erase(array);
    delete array;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
    if (!is_array(array)) return finish(cudaErrorInvalidResourceHandle);
    if (format != nullptr) *format = array->format;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return finish(cudaSuccess);
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    if (format == nullptr) return finish(cudaErrorInvalidValue);
    if (!is_array(array)) return finish(cudaErrorInvalidResourceHandle);
    *format = array->format;
    return finish(cudaSuccess);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t from_pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (!is_array(to)) return finish(cudaErrorInvalidResourceHandle);
    if (!to->holds(x, y, width, height)) return finish(cudaErrorInvalidValue);
    return cudaMemcpy2D(to->at(x, y, 0), to->pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    if (!is_array(to)) return finish(cudaErrorInvalidResourceHandle);
    if (!to->holds(x, y, width, height)) return finish(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(to->at(x, y, 0), to->pitch, from, from_pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t to_pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (!is_array(from)) return finish(cudaErrorInvalidResourceHandle);
    if (!from->holds(x, y, width, height)) return finish(cudaErrorInvalidValue);
    return cudaMemcpy2D(to, to_pitch, from->at(x, y, 0), from->pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t to_pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    if (!is_array(from)) return finish(cudaErrorInvalidResourceHandle);
    if (!from->holds(x, y, width, height)) return finish(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(to, to_pitch, from->at(x, y, 0), from->pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                     std::size_t from_x, std::size_t from_y, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
    if (!is_array(from)) return finish(cudaErrorInvalidResourceHandle);
    if (!from->holds(from_x, from_y, width, height)) return finish(cudaErrorInvalidValue);
    return cudaMemcpy2DToArray(to, to_x, to_y, from->at(from_x, from_y, 0), from->pitch, width, height, kind);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                              cudaMemcpyKind kind) {
    if (!is_array(to)) return finish(cudaErrorInvalidResourceHandle);
    return cpu_device::row_after_row(*to, x, y, bytes, [&](char* row, std::size_t done, std::size_t part) {
        return cudaMemcpy(row, static_cast<const char*>(from) + done, part, kind);
    });
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                                cudaMemcpyKind kind) {
    if (!is_array(from)) return finish(cudaErrorInvalidResourceHandle);
    return cpu_device::row_after_row(*from, x, y, bytes, [&](char* row, std::size_t done, std::size_t part) {
        return cudaMemcpy(static_cast<char*>(to) + done, row, part, kind);
    });
}
