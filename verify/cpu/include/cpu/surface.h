// Surface objects: a CUDA array that kernels read and write, without filter. x counts bytes, y rows, z slices.
#pragma once

#include <cstddef>

#include "cpu/errors.h"
#include "cpu/texture.h"
#include "cpu/where.h"

using cudaSurfaceObject_t = unsigned long long;

enum cudaSurfaceBoundaryMode {  // of an access outside the array
    cudaBoundaryModeZero = 0,   // reads 0, and writes nothing
    cudaBoundaryModeClamp = 1,  // goes to the nearest element
    cudaBoundaryModeTrap = 2,   // ends the kernel
};
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

// Of an array that was made with cudaArraySurfaceLoadStore. Of another it can be made too, and an access fails.
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface);

namespace cpu_device {

// Where `bytes` bytes lie; null where the boundary mode says that there is nothing.
void* surface_address(cudaSurfaceObject_t surface, int x, int y, int z, std::size_t bytes, cudaSurfaceBoundaryMode mode,
                      const Where& where);

template <class T>
constexpr bool is_surface_element = is_texel<T> || ChannelOf<T>::count * sizeof(typename ChannelOf<T>::Type) == 8 ||
                                    (ChannelOf<T>::count == 2 && sizeof(T) == 16);

// The access itself stands in the caller's line, so that a checker sees it there.
template <class T>
__attribute__((always_inline)) inline T read_surface(const void* address) {
    static_assert(is_surface_element<T>, "a surface has 1, 2 or 4 channels, and elements of up to 16 bytes");
    return address == nullptr ? T{} : *static_cast<const T*>(address);
}
template <class T>
__attribute__((always_inline)) inline void write_surface(void* address, T value) {
    static_assert(is_surface_element<T>, "a surface has 1, 2 or 4 channels, and elements of up to 16 bytes");
    if (address != nullptr) *static_cast<T*>(address) = value;
}

}  // namespace cpu_device

#define CPU_DEVICE_AT(x, y, z) ::cpu_device::surface_address(surface, x, y, z, sizeof(T), mode, where)
// A read in its two forms, T NAMEread<T>(surface, ...) and NAMEread(&result, surface, ...), and NAMEwrite.
#define CPU_DEVICE_SURFACE(name, address, ...)                                                                    \
    template <class T>                                                                                            \
    __attribute__((always_inline)) inline T name##read(                                                           \
        cudaSurfaceObject_t surface, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,            \
        ::cpu_device::Where where = ::cpu_device::Where::here(#name "read()")) {                                  \
        return ::cpu_device::read_surface<T>(address);                                                            \
    }                                                                                                             \
    template <class T>                                                                                            \
    __attribute__((always_inline)) inline void name##read(                                                        \
        T* result, cudaSurfaceObject_t surface, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap, \
        ::cpu_device::Where where = ::cpu_device::Where::here(#name "read()")) {                                  \
        *result = ::cpu_device::read_surface<T>(address);                                                         \
    }                                                                                                             \
    template <class T>                                                                                            \
    __attribute__((always_inline)) inline void name##write(                                                       \
        T value, cudaSurfaceObject_t surface, __VA_ARGS__, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,   \
        ::cpu_device::Where where = ::cpu_device::Where::here(#name "write()")) {                                 \
        ::cpu_device::write_surface(address, value);                                                              \
    }
CPU_DEVICE_SURFACE(surf1D, CPU_DEVICE_AT(x, 0, 0), int x)
CPU_DEVICE_SURFACE(surf2D, CPU_DEVICE_AT(x, y, 0), int x, int y)
CPU_DEVICE_SURFACE(surf3D, CPU_DEVICE_AT(x, y, z), int x, int y, int z)
CPU_DEVICE_SURFACE(surf1DLayered, CPU_DEVICE_AT(x, 0, layer), int x, int layer)
CPU_DEVICE_SURFACE(surf2DLayered, CPU_DEVICE_AT(x, y, layer), int x, int y, int layer)
#undef CPU_DEVICE_SURFACE
#undef CPU_DEVICE_AT
