// What an element of a CUDA array or a texture is: one, two or four channels of 8, 16 or 32 bits.
#pragma once

#include <type_traits>

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,  // of 32 bits, or of 16
    cudaChannelFormatKindNone = 3,
};

struct cudaChannelFormatDesc {
    int x, y, z, w;  // bits of each channel; 0: there is none
    cudaChannelFormatKind f;
};

constexpr cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}

constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf2() { return {16, 16, 0, 0, cudaChannelFormatKindFloat}; }
constexpr cudaChannelFormatDesc cudaCreateChannelDescHalf4() { return {16, 16, 16, 16, cudaChannelFormatKindFloat}; }

namespace cpu_device {

template <class T>
struct ChannelOf {  // of a number: itself
    using Type = T;
    static constexpr int count = 1;
};
template <class T>
requires requires(T t) { t.x; }
struct ChannelOf<T> {  // of a vector: the type of its members
    using Type = decltype(T::x);
    static constexpr int count = sizeof(T) / sizeof(Type);
};

// What textures can hold; anything else has the format "none", which every use refuses.
template <class T>
constexpr bool is_texel = [] {
    using Channel = typename ChannelOf<T>::Type;
    constexpr bool number = std::is_integral_v<Channel> || std::is_same_v<Channel, float>;
    return number && sizeof(Channel) <= 4 && ChannelOf<T>::count != 3 && !std::is_same_v<Channel, bool>;
}();

}  // namespace cpu_device

template <class T>
constexpr cudaChannelFormatDesc cudaCreateChannelDesc() {
    if constexpr (cpu_device::is_texel<T>) {
        using Channel = typename cpu_device::ChannelOf<T>::Type;
        constexpr int bits = 8 * sizeof(Channel), count = cpu_device::ChannelOf<T>::count;
        constexpr cudaChannelFormatKind kind = std::is_same_v<Channel, float> ? cudaChannelFormatKindFloat
                                               : std::is_unsigned_v<Channel>  ? cudaChannelFormatKindUnsigned
                                                                              : cudaChannelFormatKindSigned;
        return {bits, count >= 2 ? bits : 0, count == 4 ? bits : 0, count == 4 ? bits : 0, kind};
    } else {
        return {0, 0, 0, 0, cudaChannelFormatKindNone};
    }
}
