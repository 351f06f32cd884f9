// Texture objects: reads of a CUDA array or of linear memory by coordinates, with CUDA's address modes, its linear
// filter, which takes 8 bits of the coordinate's fraction, and its conversion of integers to floats.
#pragma once

#include <cstddef>
#include <type_traits>

#include "cpu/array.h"
#include "cpu/errors.h"
#include "cpu/where.h"

using cudaTextureObject_t = unsigned long long;

inline constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3,
                     cudaTextureType1DLayered = 0xf1, cudaTextureType2DLayered = 0xf2;

enum cudaTextureAddressMode {  // of a coordinate outside 0 .. size
    cudaAddressModeWrap = 0,   // normalized coordinates only, else it clamps
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,  // normalized coordinates only, else it clamps
    cudaAddressModeBorder = 3,
};
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
    cudaTextureAddressMode addressMode[3];
    cudaTextureFilterMode filterMode;
    cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];  // of an integer texture: the bits of integers
    int normalizedCoords;  // coordinates are 0 .. 1, not 0 .. size
    unsigned maxAnisotropy;
    cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization;
    int seamlessCubemap;
};

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3,
};
struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            void* devPtr;
            cudaChannelFormatDesc desc;
            std::size_t sizeInBytes;
        } linear;
        struct {
            void* devPtr;
            cudaChannelFormatDesc desc;
            std::size_t width, height;  // elements
            std::size_t pitchInBytes;
        } pitch2D;
        int reserved[32];
    } res;
    unsigned flags;
};
struct cudaResourceViewDesc;  // a view of an array in another format: not on the CPU device

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* reading, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* reading, cudaTextureObject_t texture);
// How many elements of linear memory one texture reads.
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* elements, const cudaChannelFormatDesc* format,
                                                 int device);

namespace cpu_device {

struct Texture;

struct Coordinates {
    int dimensions;
    float x, y, z;
    int layer;
};

// The texels that one read takes, and the share of each.
struct Taps {
    const Texture* texture;
    int count, bytes;      // bytes of a texel
    const void* texel[8];  // null: the border
    double share[8];
};

// A texel as it is stored, and four channels as a read gives them: 32 bits each, of an integer or of a float.
struct alignas(16) Texel {
    unsigned word[4];
};

Taps locate(cudaTextureObject_t texture, const Coordinates& at, const Where& where);
Taps locate_linear(cudaTextureObject_t texture, int x, const Where& where);
Texel filter(const Taps& taps, const Texel* texels);

// The read itself stands in the caller's line, so that a checker sees it there.
__attribute__((always_inline)) inline Texel load_texel(const void* address, int bytes) {
    Texel texel{};
    if (address == nullptr) return texel;
    const auto* const words = static_cast<const unsigned*>(address);
    if (bytes == 1) texel.word[0] = *static_cast<const unsigned char*>(address);
    if (bytes == 2) texel.word[0] = *static_cast<const unsigned short*>(address);
    if (bytes >= 4) texel.word[0] = words[0];
    if (bytes >= 8) texel.word[1] = words[1];
    if (bytes == 16) texel.word[2] = words[2], texel.word[3] = words[3];
    return texel;
}

template <class Channel>
inline Channel channel(unsigned word) {
    if constexpr (sizeof(Channel) == 4)
        return __builtin_bit_cast(Channel, word);
    else
        return static_cast<Channel>(word);
}

template <class T>
inline T texel_as(const Texel& texel) {
    static_assert(is_texel<T>, "a texture has 1, 2 or 4 channels of 8, 16 or 32 bits");
    using Channel = typename ChannelOf<T>::Type;
    T result{};
    if constexpr (std::is_arithmetic_v<T>) {
        result = channel<Channel>(texel.word[0]);
    } else {
        result.x = channel<Channel>(texel.word[0]);
        if constexpr (requires { result.y; }) result.y = channel<Channel>(texel.word[1]);
        if constexpr (requires { result.w; }) {
            result.z = channel<Channel>(texel.word[2]);
            result.w = channel<Channel>(texel.word[3]);
        }
    }
    return result;
}

template <class T>
__attribute__((always_inline)) inline T read_texture(const Taps& taps) {
    Texel texels[8];
    for (int i = 0; i < taps.count; ++i) texels[i] = load_texel(taps.texel[i], taps.bytes);
    return texel_as<T>(filter(taps, texels));
}

}  // namespace cpu_device

#define CPU_DEVICE_HERE(name) ::cpu_device::Where where = ::cpu_device::Where::here(name)
// Each read in its two forms: T name<T>(texture, ...) and name(&result, texture, ...).
#define CPU_DEVICE_TEXTURE(name, taps, ...)                                                              \
    template <class T>                                                                                   \
    __attribute__((always_inline)) inline T name(cudaTextureObject_t texture, __VA_ARGS__,               \
                                                 CPU_DEVICE_HERE(#name "()")) {                          \
        return ::cpu_device::read_texture<T>(taps);                                                      \
    }                                                                                                    \
    template <class T>                                                                                   \
    __attribute__((always_inline)) inline void name(T* result, cudaTextureObject_t texture, __VA_ARGS__, \
                                                    CPU_DEVICE_HERE(#name "()")) {                       \
        *result = ::cpu_device::read_texture<T>(taps);                                                   \
    }
#define CPU_DEVICE_AT(...) ::cpu_device::locate(texture, {__VA_ARGS__}, where)
CPU_DEVICE_TEXTURE(tex1Dfetch, ::cpu_device::locate_linear(texture, x, where), int x)
CPU_DEVICE_TEXTURE(tex1D, CPU_DEVICE_AT(1, x, 0, 0, 0), float x)
CPU_DEVICE_TEXTURE(tex2D, CPU_DEVICE_AT(2, x, y, 0, 0), float x, float y)
CPU_DEVICE_TEXTURE(tex3D, CPU_DEVICE_AT(3, x, y, z, 0), float x, float y, float z)
CPU_DEVICE_TEXTURE(tex1DLayered, CPU_DEVICE_AT(1, x, 0, 0, layer), float x, int layer)
CPU_DEVICE_TEXTURE(tex2DLayered, CPU_DEVICE_AT(2, x, y, 0, layer), float x, float y, int layer)
#undef CPU_DEVICE_AT
#undef CPU_DEVICE_TEXTURE
#undef CPU_DEVICE_HERE
