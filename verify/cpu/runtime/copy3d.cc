// Boxes of memory: a copy or a set of each slice, once the whole box is known to fit.
#include "cpu/copy3d.h"

#include <algorithm>

#include "verify/cpu/runtime/allocations.h"
#include "verify/cpu/runtime/array.h"
#include "verify/cpu/runtime/last_error.h"
#include "verify/cpu/runtime/stream_handle.h"

namespace {

using cpu_device::finish;

// Slices of `width` bytes by `height` rows.
struct Box {
    char* first;
    std::size_t pitch, slice;  // bytes from row to row, from slice to slice

    // From the first byte to the last one.
    std::size_t bytes(std::size_t width, const cudaExtent& extent) const {
        return (extent.depth - 1) * slice + (extent.height - 1) * pitch + width;
    }
};

// One side of a copy: an array or a pointer, with the bytes of its elements. Null `first`: neither, or both.
Box side(cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& pointer) {
    if ((array == nullptr) == (pointer.ptr == nullptr)) return {};
    if (array != nullptr)
        return {array->at(at.x * array->element, at.y, at.z), array->pitch, array->pitch * array->rows};
    const std::size_t slice = pointer.pitch * pointer.ysize;
    return {static_cast<char*>(pointer.ptr) + at.z * slice + at.y * pointer.pitch + at.x, pointer.pitch, slice};
}

bool holds(const cudaArray& array, const cudaPos& at, const cudaExtent& extent) {
    return array.holds(at.x * array.element, at.y, extent.width * array.element, extent.height) &&
           at.z <= array.slices && extent.depth <= array.slices - at.z;
}

// Does a box that begins in device memory end there too? Of the host's memory nobody knows. Slices do not overlap.
bool holds(const Box& box, std::size_t width, const cudaExtent& extent) {
    if (extent.depth > 1 && box.slice < extent.height * box.pitch) return false;
    const std::size_t there = cpu_device::bytes_from(box.first);
    return there == 0 || box.bytes(width, extent) <= there;
}

template <class CopySlice>
cudaError_t copy_box(const cudaMemcpy3DParms* copy, CopySlice copy_slice) {
    if (copy == nullptr) return finish(cudaErrorInvalidValue);
    for (const cudaArray_t array : {copy->srcArray, copy->dstArray})
        if (array != nullptr && !cpu_device::is_array(array)) return finish(cudaErrorInvalidResourceHandle);
    const Box from = side(copy->srcArray, copy->srcPos, copy->srcPtr);
    const Box to = side(copy->dstArray, copy->dstPos, copy->dstPtr);
    if (from.first == nullptr || to.first == nullptr) return finish(cudaErrorInvalidValue);

    const cudaExtent& extent = copy->extent;
    std::size_t element = 1;
    if (copy->srcArray != nullptr) element = copy->srcArray->element;
    if (copy->dstArray != nullptr) element = copy->dstArray->element;
    if (copy->srcArray != nullptr && copy->srcArray->element != element) return finish(cudaErrorInvalidValue);
    if (copy->srcArray != nullptr && !holds(*copy->srcArray, copy->srcPos, extent))
        return finish(cudaErrorInvalidValue);
    if (copy->dstArray != nullptr && !holds(*copy->dstArray, copy->dstPos, extent))
        return finish(cudaErrorInvalidValue);
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return finish(cudaSuccess);
    const std::size_t width = extent.width * element;
    if (!holds(from, width, extent) || !holds(to, width, extent)) return finish(cudaErrorInvalidValue);

    for (std::size_t z = 0; z < extent.depth; ++z) {
        const cudaError_t error = copy_slice(to.first + z * to.slice, to.pitch, from.first + z * from.slice, from.pitch,
                                             width, extent.height, copy->kind);
        if (error != cudaSuccess) return error;
    }
    return finish(cudaSuccess);
}

template <class SetSlice>
cudaError_t set_box(const cudaPitchedPtr& pointer, const cudaExtent& extent, SetSlice set_slice) {
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return finish(cudaSuccess);
    const Box box = side(nullptr, {}, pointer);
    if (box.first == nullptr || !holds(box, extent.width, extent)) return finish(cudaErrorInvalidValue);
    for (std::size_t z = 0; z < extent.depth; ++z)
        if (const cudaError_t error = set_slice(box.first + z * box.slice); error != cudaSuccess) return error;
    return finish(cudaSuccess);
}

}  // namespace

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, cpu_device::Where where) {
    if (pointer == nullptr) return finish(cudaErrorInvalidValue);
    *pointer = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth, where);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int byte, cudaExtent extent) {
    return set_box(pointer, extent,
                   [&](char* slice) { return cudaMemset2D(slice, pointer.pitch, byte, extent.width, extent.height); });
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int byte, cudaExtent extent, cudaStream_t stream) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return set_box(pointer, extent, [&](char* slice) {
        return cudaMemset2DAsync(slice, pointer.pitch, byte, extent.width, extent.height, stream);
    });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) { return copy_box(copy, cudaMemcpy2D); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return copy_box(copy, [stream](void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                   std::size_t width, std::size_t height, cudaMemcpyKind kind) {
        return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
    });
}
