// Textures and surfaces. Where a read goes and how its texels are mixed follows the CUDA C++ Programming Guide,
// "Texture Fetching".
#include "cpu/texture.h"

#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>

#include "cpu/surface.h"
#include "verify/cpu/runtime/ground/format.h"
#include "verify/cpu/runtime/ground/last_error.h"
#include "verify/cpu/runtime/ground/reset.h"
#include "verify/cpu/runtime/memory/allocations.h"
#include "verify/cpu/runtime/memory/array.h"
#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {

// A texture or a surface: both are a view of memory.
struct Texture {
    bool is_surface;
    cudaResourceDesc resource;
    cudaTextureDesc reading;
    cudaChannelFormatDesc format;
    std::size_t element;  // bytes
    const char* memory;
    std::size_t pitch, slice;          // bytes
    std::size_t width, height, depth;  // elements; 1 for a dimension that it does not have
    bool layered;
    bool for_surfaces;  // an array that was made for them
    bool to_float;      // a read gives floats
};

namespace {

// The alignments of cudaDeviceProp.
constexpr std::size_t texture_alignment = 256, texture_pitch_alignment = 32;
constexpr std::size_t max_linear = std::size_t{1} << 28;

// A handle is a place in this table, which kernels read while the host may add to it.
constexpr std::size_t max_objects = std::size_t{1} << 20;
std::array<std::atomic<Texture*>, max_objects> objects;
std::mutex mutex;              // of what follows
std::size_t used_objects = 1;  // 0 is no object

unsigned long long add(const Texture& texture) {
    const std::lock_guard lock(mutex);
    std::size_t place = 1;
    while (place < used_objects && objects[place] != nullptr) ++place;
    if (place == max_objects) return 0;
    used_objects = std::max(used_objects, place + 1);
    objects[place] = new Texture(texture);
    return place;
}

Texture* find(unsigned long long object, bool is_surface) {
    Texture* const found = object < max_objects ? objects[object].load(std::memory_order_acquire) : nullptr;
    return found != nullptr && found->is_surface == is_surface ? found : nullptr;
}

cudaError_t destroy(unsigned long long object, bool is_surface) {
    if (find(object, is_surface) == nullptr) return finish(cudaErrorInvalidValue);
    delete objects[object].exchange(nullptr);
    return finish(cudaSuccess);
}

[[noreturn]] void fail(cudaError_t error, const std::string& why, const Where& where) {
    if (Worker* worker = Worker::running_kernel())
        worker->fail(error, format("%s at %s:%d %s", where.what, where.file, where.line, why.c_str()));
    std::abort();  // a program cannot come here: CUDA has these functions in kernels only
}

const Texture& known(unsigned long long object, bool is_surface, const Where& where) {
    const Texture* const found = find(object, is_surface);
    if (found == nullptr)
        fail(cudaErrorIllegalAddress,
             is_surface ? "is given a surface that does not exist" : "is given a texture that does not exist", where);
    return *found;
}

// ---- From a descriptor to a view --------------------------------------------------------------

cudaError_t view(const cudaResourceDesc& resource, Texture& texture) {
    texture.resource = resource;
    texture.layered = texture.for_surfaces = false;
    texture.height = texture.depth = 1;
    const void* memory = nullptr;
    switch (resource.resType) {
        case cudaResourceTypeArray: {
            const cudaArray* const array = resource.res.array.array;
            if (!is_array(array)) return cudaErrorInvalidResourceHandle;
            texture.format = array->format;
            texture.element = array->element;
            texture.memory = array->memory;
            texture.pitch = array->pitch;
            texture.slice = array->pitch * array->rows;
            texture.width = array->extent.width;
            texture.height = array->rows;
            texture.depth = array->slices;
            texture.layered = (array->flags & cudaArrayLayered) != 0;
            texture.for_surfaces = (array->flags & cudaArraySurfaceLoadStore) != 0;
            return cudaSuccess;
        }
        case cudaResourceTypeLinear: {
            const auto& linear = resource.res.linear;
            memory = linear.devPtr;
            texture.format = linear.desc;
            texture.element = element_bytes(linear.desc);
            if (texture.element == 0) return cudaErrorInvalidChannelDescriptor;
            texture.width = linear.sizeInBytes / texture.element;
            texture.pitch = linear.sizeInBytes;
            if (texture.width == 0 || texture.width > max_linear) return cudaErrorInvalidValue;
            break;
        }
        case cudaResourceTypePitch2D: {
            const auto& pitched = resource.res.pitch2D;
            memory = pitched.devPtr;
            texture.format = pitched.desc;
            texture.element = element_bytes(pitched.desc);
            if (texture.element == 0) return cudaErrorInvalidChannelDescriptor;
            texture.width = pitched.width;
            texture.height = pitched.height;
            texture.pitch = pitched.pitchInBytes;
            if (pitched.width == 0 || pitched.height == 0 || pitched.pitchInBytes < pitched.width * texture.element ||
                pitched.pitchInBytes % texture_pitch_alignment != 0)
                return cudaErrorInvalidValue;
            break;
        }
        default:
            return cudaErrorInvalidValue;
    }
    texture.memory = static_cast<const char*>(memory);
    texture.slice = texture.pitch * texture.height;
    const std::size_t bytes = (texture.height - 1) * texture.pitch + texture.width * texture.element;
    const bool aligned = reinterpret_cast<std::uintptr_t>(memory) % texture_alignment == 0;
    return aligned && bytes_from(memory) >= bytes ? cudaSuccess : cudaErrorInvalidValue;
}

// ---- One dimension ----------------------------------------------------------------------------

constexpr int outside = -1;  // the border

// The elements that a coordinate falls between, and the share of each.
struct Span {
    int count = 1;
    int at[2] = {0, 0};
    double share[2] = {1, 0};
};

int element_at(double i, int size, cudaTextureAddressMode mode) {
    if (mode == cudaAddressModeBorder && (i < 0 || i >= size)) return outside;
    if (mode == cudaAddressModeWrap && i < 0) return size - 1;  // the coordinate itself has been wrapped
    if (mode == cudaAddressModeWrap && i >= size) return 0;
    return static_cast<int>(std::fmin(std::fmax(i, 0), size - 1));
}

Span span(float coordinate, std::size_t size, cudaTextureAddressMode mode, bool normalized, bool linear) {
    const int n = static_cast<int>(size);
    if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) mode = cudaAddressModeClamp;
    float x = std::isnan(coordinate) ? 0.0f : coordinate;
    if (normalized) {
        const float whole = std::floor(x), fraction = std::isinf(x) ? 0.0f : x - whole;
        if (mode == cudaAddressModeWrap) x = fraction;
        if (mode == cudaAddressModeMirror) x = std::fmod(whole, 2.0f) == 0.0f ? fraction : 1.0f - fraction;
        x *= static_cast<float>(n);
    }
    Span result;
    if (!linear) {
        result.at[0] = element_at(std::floor(x), n, mode);
        return result;
    }
    // The filter knows 1/256 of an element.
    const double place = std::nearbyint((static_cast<double>(x) - 0.5) * 256.0) / 256.0;
    const double first = std::floor(place);
    result.at[0] = element_at(first, n, mode);
    if (!std::isfinite(place) || place == first) return result;
    result.at[1] = element_at(first + 1, n, mode);
    if (result.at[1] != result.at[0]) {
        result.count = 2;
        result.share[1] = place - first;
        result.share[0] = 1 - result.share[1];
    }
    return result;
}

// A layer's number has no sign: one below 0 is beyond the last.
int layer(int number) { return number < 0 ? std::numeric_limits<int>::max() : number; }

// ---- From a texel to channels -----------------------------------------------------------------

float half_to_float(unsigned bits) {
    const unsigned exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    float magnitude = std::ldexp(static_cast<float>(fraction | (exponent == 0 ? 0u : 0x400u)),
                                 static_cast<int>(exponent == 0 ? 1 : exponent) - 25);
    if (exponent == 31)
        magnitude = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

// Channel i as it is stored, an integer with its sign.
unsigned stored(const Texel& texel, const cudaChannelFormatDesc& format, int i) {
    const int bits = format.x;
    const unsigned word = texel.word[i * bits / 32] >> (i * bits % 32);
    if (bits >= 32) return word;
    const unsigned kept = word & ((1u << bits) - 1);
    const bool negative = format.f == cudaChannelFormatKindSigned && (kept >> (bits - 1)) != 0;
    return negative ? kept | ~0u << bits : kept;
}

float number(unsigned channel, const cudaChannelFormatDesc& format) {
    if (format.f == cudaChannelFormatKindFloat)
        return format.x == 32 ? std::bit_cast<float>(channel) : half_to_float(channel);
    if (format.f == cudaChannelFormatKindUnsigned)
        return static_cast<float>(channel) / static_cast<float>((1u << format.x) - 1);
    const float largest = static_cast<float>((1u << (format.x - 1)) - 1);
    return std::fmax(static_cast<float>(static_cast<int>(channel)) / largest, -1.0f);
}

int channels(const cudaChannelFormatDesc& format) { return format.y == 0 ? 1 : format.z == 0 ? 2 : 4; }

}  // namespace

void release_all_textures() {
    const std::lock_guard lock(mutex);
    for (std::size_t i = 1; i < used_objects; ++i) delete objects[i].exchange(nullptr);
}

// ---- What kernels call ------------------------------------------------------------------------

Taps locate(cudaTextureObject_t object, const Coordinates& at, const Where& where) {
    const Texture& texture = known(object, false, where);
    if (texture.resource.resType == cudaResourceTypeLinear)
        fail(cudaErrorInvalidTexture, "reads by coordinates, and the texture is linear memory: use tex1Dfetch", where);
    const cudaTextureDesc& reading = texture.reading;
    const bool linear = reading.filterMode == cudaFilterModeLinear, normalized = reading.normalizedCoords != 0;
    const Span x = span(at.x, texture.width, reading.addressMode[0], normalized, linear);
    // A line is an image of one row, and is read at y = 0: the filter takes half from above that row, from the border
    // if y has one. Layers of lines are read in one dimension alone: so it was measured on an H200.
    const bool line_of_layers = texture.layered && at.dimensions == 1;
    const Span y =
        span(at.y, texture.height, line_of_layers ? cudaAddressModeClamp : reading.addressMode[1], normalized, linear);
    Span z;
    if (at.dimensions == 3) z = span(at.z, texture.depth, reading.addressMode[2], normalized, linear);
    if (texture.layered) z.at[0] = std::min(layer(at.layer), static_cast<int>(texture.depth) - 1);

    Taps taps{&texture, 0, static_cast<int>(texture.element), {}, {}};
    for (int k = 0; k < z.count; ++k)
        for (int j = 0; j < y.count; ++j)
            for (int i = 0; i < x.count; ++i, ++taps.count) {
                const bool inside = x.at[i] != outside && y.at[j] != outside && z.at[k] != outside;
                taps.texel[taps.count] = inside ? texture.memory + static_cast<std::size_t>(z.at[k]) * texture.slice +
                                                      static_cast<std::size_t>(y.at[j]) * texture.pitch +
                                                      static_cast<std::size_t>(x.at[i]) * texture.element
                                                : nullptr;
                taps.share[taps.count] = z.share[k] * y.share[j] * x.share[i];
            }
    return taps;
}

// Outside the memory is zero.
Taps locate_linear(cudaTextureObject_t object, int x, const Where& where) {
    const Texture& texture = known(object, false, where);
    if (texture.resource.resType != cudaResourceTypeLinear)
        fail(cudaErrorInvalidTexture, "reads linear memory, and the texture is an array or has a pitch", where);
    Taps taps{&texture, 1, static_cast<int>(texture.element), {}, {1}};
    if (x >= 0 && static_cast<std::size_t>(x) < texture.width)
        taps.texel[0] = texture.memory + static_cast<std::size_t>(x) * texture.element;
    return taps;
}

Texel filter(const Taps& taps, const Texel* texels) {
    const Texture& texture = *taps.texture;
    const bool has_border = texture.resource.resType != cudaResourceTypeLinear;
    Texel result{};
    for (int channel = 0; channel < channels(texture.format); ++channel) {
        const float border = has_border ? texture.reading.borderColor[channel] : 0.0f;
        const auto value = [&](int tap) {
            return taps.texel[tap] == nullptr ? border
                                              : number(stored(texels[tap], texture.format, channel), texture.format);
        };
        if (!texture.to_float)
            result.word[channel] =
                taps.texel[0] == nullptr ? std::bit_cast<unsigned>(border) : stored(texels[0], texture.format, channel);
        else if (taps.count == 1)
            result.word[channel] = std::bit_cast<unsigned>(value(0));
        else {
            double sum = 0;
            for (int tap = 0; tap < taps.count; ++tap) sum += taps.share[tap] * static_cast<double>(value(tap));
            result.word[channel] = std::bit_cast<unsigned>(static_cast<float>(sum));
        }
    }
    return result;
}

void* surface_address(cudaSurfaceObject_t object, int x, int y, int z, std::size_t bytes, cudaSurfaceBoundaryMode mode,
                      const Where& where) {
    const Texture& surface = known(object, true, where);
    if (!surface.for_surfaces)
        fail(cudaErrorIllegalAddress, "needs an array that is made with cudaArraySurfaceLoadStore", where);
    const auto row_bytes = static_cast<long long>(surface.width) * static_cast<long long>(surface.element);
    const auto size = static_cast<long long>(bytes);
    const auto height = static_cast<int>(surface.height), depth = static_cast<int>(surface.depth);
    const auto clamped = [](auto i, auto last) { return std::min(std::max<decltype(last)>(i, 0), last); };
    if (x % size != 0)
        fail(cudaErrorMisalignedAddress,
             format("is given x = %d, which counts bytes, and is no multiple of the element's %lld", x, size), where);
    const bool inside = x >= 0 && x + size <= row_bytes && y >= 0 && y < height && z >= 0 && z < depth;
    if (!inside && mode == cudaBoundaryModeZero) return nullptr;
    if (!inside && mode != cudaBoundaryModeClamp)
        fail(cudaErrorIllegalAddress,
             format("goes outside the surface, at byte %d of %lld, row %d of %d, slice %d of %d", x, row_bytes, y,
                    height, z, depth),
             where);
    const auto offset = static_cast<std::size_t>(clamped(static_cast<long long>(x), row_bytes - size));
    const auto slice = static_cast<std::size_t>(clamped(surface.layered ? layer(z) : z, depth - 1));
    return const_cast<char*>(surface.memory) + slice * surface.slice +
           static_cast<std::size_t>(clamped(y, height - 1)) * surface.pitch + offset;
}

}  // namespace cpu_device

using cpu_device::finish;
using cpu_device::Texture;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* reading, const cudaResourceViewDesc* view) {
    if (object == nullptr || resource == nullptr || reading == nullptr) return finish(cudaErrorInvalidValue);
    if (view != nullptr) return cpu_device::not_supported("a texture with a resource view");
    if (reading->sRGB != 0) return cpu_device::not_supported("a texture with sRGB colours");
    Texture texture{};
    texture.reading = *reading;
    if (const cudaError_t error = cpu_device::view(*resource, texture); error != cudaSuccess) return finish(error);

    const bool is_float = texture.format.f == cudaChannelFormatKindFloat;
    const bool normalized = reading->readMode == cudaReadModeNormalizedFloat;
    if (!is_float && normalized && texture.format.x == 32) return finish(cudaErrorInvalidNormSetting);
    texture.to_float = is_float || normalized;
    const bool filters = reading->filterMode == cudaFilterModeLinear && resource->resType != cudaResourceTypeLinear;
    if (filters && !texture.to_float) return finish(cudaErrorInvalidFilterSetting);
    *object = cpu_device::add(texture);
    return finish(*object != 0 ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) { return cpu_device::destroy(object, false); }
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
    const Texture* const texture = cpu_device::find(object, false);
    if (resource == nullptr || texture == nullptr) return finish(cudaErrorInvalidValue);
    *resource = texture->resource;
    return finish(cudaSuccess);
}
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* reading, cudaTextureObject_t object) {
    const Texture* const texture = cpu_device::find(object, false);
    if (reading == nullptr || texture == nullptr) return finish(cudaErrorInvalidValue);
    *reading = texture->reading;
    return finish(cudaSuccess);
}
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* elements, const cudaChannelFormatDesc* format,
                                                 int device) {
    if (elements == nullptr || format == nullptr) return finish(cudaErrorInvalidValue);
    if (device != 0) return finish(cudaErrorInvalidDevice);
    *elements = cpu_device::max_linear;
    return finish(cudaSuccess);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
    if (object == nullptr || resource == nullptr) return finish(cudaErrorInvalidValue);
    Texture surface{};
    surface.is_surface = true;
    if (const cudaError_t error = cpu_device::view(*resource, surface); error != cudaSuccess) return finish(error);
    if (resource->resType != cudaResourceTypeArray) return finish(cudaErrorInvalidValue);
    *object = cpu_device::add(surface);
    return finish(*object != 0 ? cudaSuccess : cudaErrorMemoryAllocation);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return cpu_device::destroy(object, true); }
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
    const Texture* const surface = cpu_device::find(object, true);
    if (resource == nullptr || surface == nullptr) return finish(cudaErrorInvalidValue);
    *resource = surface->resource;
    return finish(cudaSuccess);
}
