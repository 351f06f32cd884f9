// Textures of every type: 8, 16 and 32 bits, one, two and four channels, signed, unsigned and floating point.
#include "texture.h"

inline void print(signed char x) { std::printf(" %d", x); }
inline void print(unsigned char x) { std::printf(" %u", x); }
inline void print(short x) { std::printf(" %d", x); }
template <class T>
requires requires(T t) { t.x; }
void print(const T& v) {
    print(v.x);
    if constexpr (requires { v.y; }) print(v.y);
    if constexpr (requires { v.w; }) print(v.z), print(v.w);
}

template <class T, int N>
void types(const char* name, const T (&texels)[N]) {
    const Image<T> image(texels, make_cudaExtent(N, 0, 0), reading(cudaAddressModeClamp, cudaFilterModePoint));
    read_line<T><<<1, N>>>(image.texture, 0.5f, 1.0f);
    const auto values = fetch(line_of_reads<T>);
    std::printf("%-28s", name);
    for (int i = 0; i < N; ++i) print(values[i]);
    std::printf("\n");
}

int main() {
    types<signed char>("signed char", {-128, -1, 0, 127});
    types<char2>("char2", {{-128, 127}, {1, -2}});
    types<char4>("char4", {{-128, 127, 0, -1}, {1, -2, 3, -4}});
    types<unsigned char>("unsigned char", {0, 1, 128, 255});
    types<uchar2>("uchar2", {{0, 255}, {1, 2}});
    types<uchar4>("uchar4", {{0, 255, 128, 1}, {1, 2, 3, 4}});
    types<short>("short", {-32768, -1, 0, 32767});
    types<short2>("short2", {{-32768, 32767}, {1, -2}});
    types<short4>("short4", {{-32768, 32767, 0, -1}, {1, -2, 3, -4}});
    types<unsigned short>("unsigned short", {0, 1, 32768, 65535});
    types<ushort2>("ushort2", {{0, 65535}, {1, 2}});
    types<ushort4>("ushort4", {{0, 65535, 32768, 1}, {1, 2, 3, 4}});
    types<int>("int", {-2147483647, -1, 0, 2147483647});
    types<int2>("int2", {{-1, 2}, {3, -4}});
    types<int4>("int4", {{-1, 2, -3, 4}, {5, -6, 7, -8}});
    types<unsigned>("unsigned", {0u, 1u, 0x80000000u, 0xffffffffu});
    types<uint2>("uint2", {{0, 0xffffffffu}, {1, 2}});
    types<uint4>("uint4", {{0, 0xffffffffu, 1, 2}, {3, 4, 5, 6}});
    types<float>("float", {-0.0f, 1e-45f, INFINITY, -1.5f});
    types<float1>("float1", {{1}, {-2}});
    types<float2>("float2", {{1, -2}, {3, -4}});
    types<float4>("float4", {{1, -2, 3, -4}, {0.5f, 0.25f, NAN, -0.0f}});
}
