// Boxes of memory: copies and sets, once the whole box is known to fit.
#include "cpu/copy3d.h"

#include <algorithm>

#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/memory/array.h"
#include "verify/cpu/runtime/streams/streams.h"

namespace {

using cpu_device::Box;
using cpu_device::finish;
using cpu_device::Form;

// One side of a copy: an array or a pointer, with the bytes of its elements. Null `first`: neither, or both.
Box side(cudaArray_t array, const cudaPos& at, const cudaPitchedPtr& pointer) {
    if ((array == nullptr) == (pointer.ptr == nullptr)) return {nullptr, 0};
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
bool holds(const Box& box, const cudaExtent& size) {
    if (size.depth > 1 && box.slice < size.height * box.pitch) return false;
    const std::size_t there = cpu_device::bytes_from(box.first);
    return there == 0 || box.bytes(size) <= there;
}

cudaError_t copy_box(const cudaMemcpy3DParms* copy, Form form, cudaStream_t stream) {
    if (copy == nullptr) return finish(cudaErrorInvalidValue);
    if (cpu_device::is_empty(copy->extent)) return finish(cudaSuccess);  // whatever its sides are
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
    const cudaExtent size = {extent.width * element, extent.height, extent.depth};
    if (!holds(from, size) || !holds(to, size)) return finish(cudaErrorInvalidValue);
    return cpu_device::copy(to, from, size, copy->kind, form, stream);
}

cudaError_t set_box(const cudaPitchedPtr& pointer, int byte, const cudaExtent& size, Form form, cudaStream_t stream) {
    if (cpu_device::is_empty(size)) return finish(cudaSuccess);
    const Box box = side(nullptr, {}, pointer);
    if (box.first == nullptr || !holds(box, size)) return finish(cudaErrorInvalidValue);
    return cpu_device::set(box, byte, size, form, stream);
}

}  // namespace

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent, cpu_device::Where where) {
    if (pointer == nullptr) return finish(cudaErrorInvalidValue);
    *pointer = {nullptr, 0, extent.width, extent.height};
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth, where);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int byte, cudaExtent extent) {
    return set_box(pointer, byte, extent, Form::blocking, nullptr);
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int byte, cudaExtent extent, cudaStream_t stream) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return set_box(pointer, byte, extent, Form::async, stream);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) { return copy_box(copy, Form::blocking, nullptr); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
    if (!cpu_device::is_stream(stream)) return finish(cudaErrorInvalidResourceHandle);
    return copy_box(copy, Form::async, stream);
}
