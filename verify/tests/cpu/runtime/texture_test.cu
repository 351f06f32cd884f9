// Textures and surfaces. What a read gives is computed here from the formulas of the CUDA C++ Programming Guide,
// "Texture Fetching".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using common::DeviceArray;

// An array and a texture of it, which live together.
template <class T>
class Texture {
 public:
    Texture(const std::vector<T>& texels, cudaExtent extent, cudaTextureDesc reading, unsigned flags = 0) {
        const auto format = cudaCreateChannelDesc<T>();
        EXPECT_EQ(cudaMalloc3DArray(&array_, &format, extent, flags), cudaSuccess);
        cudaMemcpy3DParms copy{};
        copy.extent = {extent.width, std::max<std::size_t>(1, extent.height), std::max<std::size_t>(1, extent.depth)};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(texels.data()), extent.width * sizeof(T), extent.width,
                                          copy.extent.height);
        copy.dstArray = array_;
        copy.kind = cudaMemcpyHostToDevice;
        EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        EXPECT_EQ(cudaCreateTextureObject(&object_, &resource, &reading, nullptr), cudaSuccess);
    }
    ~Texture() {
        EXPECT_EQ(cudaDestroyTextureObject(object_), cudaSuccess);
        EXPECT_EQ(cudaFreeArray(array_), cudaSuccess);
    }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;
    cudaTextureObject_t get() const { return object_; }

 private:
    cudaArray_t array_ = nullptr;
    cudaTextureObject_t object_ = 0;
};

cudaTextureDesc reading(cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized = false) {
    cudaTextureDesc description{};
    std::fill_n(description.addressMode, 3, mode);
    description.filterMode = filter;
    description.normalizedCoords = normalized;
    return description;
}

template <class T>
__global__ void read_1d(cudaTextureObject_t texture, const float* x, T* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = tex1D<T>(texture, x[i]);
}
template <class T>
std::vector<T> read(cudaTextureObject_t texture, const std::vector<float>& x) {
    const DeviceArray<float> d_x(x);
    DeviceArray<T> d_y(x.size());
    read_1d<T><<<4, 64>>>(texture, d_x.data(), d_y.data(), static_cast<int>(x.size()));
    CHECK_LAUNCH();
    return d_y.to_host();
}

// Multiples of 1/16 from -3 to 8: beyond both edges of five texels.
std::vector<float> coordinates(float scale = 1.0f) {
    std::vector<float> x;
    for (int i = -48; i <= 128; ++i) x.push_back(static_cast<float>(i) / 16.0f * scale);
    return x;
}

constexpr int N = 5;
const std::vector<float> TEXELS = {3, -8, 64, 0.5f, 1000};

// ---- Address modes and filters ----------------------------------------------------------------

float texel(int i, cudaTextureAddressMode mode) {
    if (mode == cudaAddressModeWrap) i = (i % N + N) % N;
    if (mode == cudaAddressModeMirror) {
        i = (i % (2 * N) + 2 * N) % (2 * N);
        if (i >= N) i = 2 * N - 1 - i;
    }
    if (mode == cudaAddressModeBorder && (i < 0 || i >= N)) return 0;
    return TEXELS[std::clamp(i, 0, N - 1)];
}

float point(float x, cudaTextureAddressMode mode) { return texel(static_cast<int>(std::floor(x)), mode); }
// A line is a row that is read at its upper edge, so that the border above it, where there is one, has a half.
float of_row(cudaTextureAddressMode mode) { return mode == cudaAddressModeBorder ? 0.5f : 1.0f; }
float linear(float x, cudaTextureAddressMode mode) {
    const float b = x - 0.5f, i = std::floor(b), share = b - i;
    const float row = (1 - share) * texel(static_cast<int>(i), mode) + share * texel(static_cast<int>(i) + 1, mode);
    return of_row(mode) * row;
}

TEST(Texture1D, TakesTheTexelThatTheCoordinateIsIn) {
    for (const auto mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
        const Texture<float> texture(TEXELS, {N, 0, 0}, reading(mode, cudaFilterModePoint));
        const std::vector<float> x = coordinates(), y = read<float>(texture.get(), x);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], point(x[i], mode)) << mode << " at " << x[i];
    }
}

TEST(Texture1D, FiltersBetweenTwoTexels) {
    for (const auto mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
        const Texture<float> texture(TEXELS, {N, 0, 0}, reading(mode, cudaFilterModeLinear));
        const std::vector<float> x = coordinates(), y = read<float>(texture.get(), x);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], linear(x[i], mode)) << mode << " at " << x[i];
    }
}

TEST(Texture1D, WrapsAndMirrorsNormalizedCoordinates) {
    constexpr int FOUR = 4;  // texels: a quarter of a coordinate is exact
    const std::vector<float> texels = {3, -8, 64, 0.5f};
    for (const auto mode : {cudaAddressModeWrap, cudaAddressModeMirror, cudaAddressModeClamp, cudaAddressModeBorder}) {
        const Texture<float> points(texels, {FOUR, 0, 0}, reading(mode, cudaFilterModePoint, true));
        const Texture<float> lines(texels, {FOUR, 0, 0}, reading(mode, cudaFilterModeLinear, true));
        const auto at = [&](int i) {
            if (mode == cudaAddressModeBorder && (i < 0 || i >= FOUR)) return 0.0f;
            if (mode == cudaAddressModeWrap) i = (i + 8 * FOUR) % FOUR;
            if (mode == cudaAddressModeMirror) i = (i + 8 * FOUR) % (2 * FOUR);
            if (mode == cudaAddressModeMirror && i >= FOUR) i = 2 * FOUR - 1 - i;
            return texels[std::clamp(i, 0, FOUR - 1)];
        };
        std::vector<float> x;
        for (int i = -3 * 4 * FOUR; i <= 4 * 4 * FOUR; ++i) x.push_back((i + 0.5f) / (4 * FOUR));  // eighths of a texel
        const std::vector<float> point_y = read<float>(points.get(), x), line_y = read<float>(lines.get(), x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const float place = x[i] * FOUR, b = place - 0.5f, first = std::floor(b), share = b - first;
            EXPECT_EQ(point_y[i], at(static_cast<int>(std::floor(place)))) << mode << " at " << x[i];
            const float row = (1 - share) * at(static_cast<int>(first)) + share * at(static_cast<int>(first) + 1);
            EXPECT_EQ(line_y[i], of_row(mode) * row) << mode << " at " << x[i];
        }
    }
}

TEST(Texture1D, ClampsWhereItCannotWrap) {
    for (const auto mode : {cudaAddressModeWrap, cudaAddressModeMirror}) {
        const Texture<float> texture(TEXELS, {N, 0, 0}, reading(mode, cudaFilterModePoint));
        const std::vector<float> x = coordinates(), y = read<float>(texture.get(), x);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], point(x[i], cudaAddressModeClamp)) << x[i];
    }
}

TEST(Texture1D, KnowsEightBitsOfAFraction) {
    const Texture<float> texture({0, 256}, {2, 0, 0}, reading(cudaAddressModeClamp, cudaFilterModeLinear));
    const std::vector<float> y =
        read<float>(texture.get(), {0.5f, 0.5f + 1 / 256.0f, 0.5f + 1.2f / 256, 0.5f + 1.8f / 256, 0.5f + 255.0f / 256,
                                    0.5f + 255.8f / 256, NAN, INFINITY});
    EXPECT_EQ(y, (std::vector<float>{0, 1, 1, 2, 255, 256, 0, 256}));
}

TEST(Texture1D, HasABorderOfItsColour) {
    cudaTextureDesc with_border = reading(cudaAddressModeBorder, cudaFilterModeLinear);
    with_border.borderColor[0] = 8;
    with_border.borderColor[1] = -4;
    const Texture<float2> texture({{0, 0}, {2, 2}}, {2, 0, 0}, with_border);
    const std::vector<float2> y = read<float2>(texture.get(), {-5, 0, 2, 0.5f});
    EXPECT_EQ(y[0].x, 8);
    EXPECT_EQ(y[0].y, -4);
    EXPECT_EQ(y[1].x, 6);  // half of it is of the border above the row, and a quarter of that on its left
    EXPECT_EQ(y[1].y, -3);
    EXPECT_EQ(y[2].x, 6.5f);
    EXPECT_EQ(y[2].y, -2.5f);
    EXPECT_EQ(y[3].x, 4);

    with_border.addressMode[1] = cudaAddressModeClamp;  // no border above
    const Texture<float2> row({{0, 0}, {2, 2}}, {2, 0, 0}, with_border);
    const std::vector<float2> of_row = read<float2>(row.get(), {-5, 0, 2, 0.5f});
    EXPECT_EQ(of_row[0].x, 8);
    EXPECT_EQ(of_row[1].x, 4);
    EXPECT_EQ(of_row[1].y, -2);
    EXPECT_EQ(of_row[2].x, 5);
    EXPECT_EQ(of_row[3].x, 0);
}

__global__ void read_line_of_layers(cudaTextureObject_t texture, float* y) {
    for (int layer = -1; layer <= 2; ++layer) y[layer + 1] = tex1DLayered<float>(texture, 1.0f, layer);
}

TEST(Texture1D, OfLayersHasNoBorderAbove) {
    const Texture<float> texture({0, 8, 16, 32}, {2, 0, 2}, reading(cudaAddressModeBorder, cudaFilterModeLinear),
                                 cudaArrayLayered);
    DeviceArray<float> y(4);
    read_line_of_layers<<<1, 1>>>(texture.get(), y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{24, 4, 24, 24}));
}

// ---- Types ------------------------------------------------------------------------------------

template <class T>
void expect_texels_of(const std::vector<T>& texels) {
    const Texture<T> texture(texels, {texels.size(), 0, 0}, reading(cudaAddressModeClamp, cudaFilterModePoint));
    std::vector<float> x(texels.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) + 0.5f;
    const std::vector<T> y = read<T>(texture.get(), x);
    EXPECT_EQ(std::memcmp(y.data(), texels.data(), texels.size() * sizeof(T)), 0);
}

TEST(TextureTypes, AreReadAsTheyAreStored) {
    expect_texels_of<signed char>({-128, -1, 0, 127});
    expect_texels_of<char2>({{-128, 127}, {1, -2}});
    expect_texels_of<char4>({{-128, 127, 0, -1}, {1, -2, 3, -4}});
    expect_texels_of<unsigned char>({0, 1, 128, 255});
    expect_texels_of<uchar2>({{0, 255}, {1, 2}});
    expect_texels_of<uchar4>({{0, 255, 128, 1}, {1, 2, 3, 4}});
    expect_texels_of<short>({-32768, -1, 0, 32767});
    expect_texels_of<short2>({{-32768, 32767}, {1, -2}});
    expect_texels_of<short4>({{-32768, 32767, 0, -1}, {1, -2, 3, -4}});
    expect_texels_of<unsigned short>({0, 1, 32768, 65535});
    expect_texels_of<ushort4>({{0, 65535, 32768, 1}, {1, 2, 3, 4}});
    expect_texels_of<int>({-2147483647 - 1, -1, 0, 2147483647});
    expect_texels_of<int2>({{-1, 2}, {3, -4}});
    expect_texels_of<int4>({{-1, 2, -3, 4}, {5, -6, 7, -8}});
    expect_texels_of<unsigned>({0, 1, 0x80000000u, 0xffffffffu});
    expect_texels_of<uint4>({{0, 0xffffffffu, 1, 2}, {3, 4, 5, 6}});
    expect_texels_of<float>({-0.0f, 1e-45f, INFINITY, -1.5f});
    expect_texels_of<float2>({{1, -2}, {3, -4}});
    expect_texels_of<float4>({{1, -2, 3, -4}, {0.5f, 0.25f, 0.125f, -0.0f}});
}

TEST(TextureTypes, BecomeFloatsBetweenMinusOneAndOne) {
    cudaTextureDesc normalized = reading(cudaAddressModeClamp, cudaFilterModePoint);
    normalized.readMode = cudaReadModeNormalizedFloat;
    const std::vector<float> x = {0.5f, 1.5f, 2.5f, 3.5f};
    const Texture<unsigned char> bytes({0, 51, 254, 255}, {4, 0, 0}, normalized);
    EXPECT_EQ(read<float>(bytes.get(), x), (std::vector<float>{0, 0.2f, 254 / 255.0f, 1}));
    const Texture<signed char> signed_bytes({-128, -127, 0, 127}, {4, 0, 0}, normalized);
    EXPECT_EQ(read<float>(signed_bytes.get(), x), (std::vector<float>{-1, -1, 0, 1}));
    const Texture<unsigned short> shorts({0, 13107, 65534, 65535}, {4, 0, 0}, normalized);
    EXPECT_EQ(read<float>(shorts.get(), x), (std::vector<float>{0, 0.2f, 65534 / 65535.0f, 1}));
    const Texture<short> signed_shorts({-32768, -32767, 0, 32767}, {4, 0, 0}, normalized);
    EXPECT_EQ(read<float>(signed_shorts.get(), x), (std::vector<float>{-1, -1, 0, 1}));

    normalized.filterMode = cudaFilterModeLinear;  // of integers that become floats
    const Texture<unsigned char> blended({0, 255}, {2, 0, 0}, normalized);
    EXPECT_EQ(read<float>(blended.get(), {0.75f, 1.0f}), (std::vector<float>{0.25f, 0.5f}));
}

TEST(TextureTypes, HalvesAreReadAsFloats) {
    const auto format = cudaCreateChannelDescHalf();
    const unsigned short h[8] = {0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x8000, 0x03ff, 0x0400};
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaMallocArray(&array, &format, 8), cudaSuccess);
    ASSERT_EQ(cudaMemcpyToArray(array, 0, 0, h, sizeof h, cudaMemcpyHostToDevice), cudaSuccess);
    cudaResourceDesc resource{};
    resource.res.array.array = array;
    const cudaTextureDesc points = reading(cudaAddressModeClamp, cudaFilterModePoint);
    cudaTextureObject_t texture = 0;
    ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &points, nullptr), cudaSuccess);
    EXPECT_EQ(read<float>(texture, {0, 1, 2, 3, 4, 5, 6, 7}),
              (std::vector<float>{1, -2, 0x1p-24f, 65504, INFINITY, -0.0f, 0x3ffp-24f, 0x1p-14f}));
    EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

// ---- Two and three dimensions, layers ---------------------------------------------------------

__global__ void read_2d(cudaTextureObject_t texture, float* y, int width) {
    y[blockIdx.x * width + threadIdx.x] = tex2D<float>(texture, threadIdx.x * 0.25f - 1, blockIdx.x * 0.25f - 1);
}

TEST(Texture2D, FiltersBetweenFourTexels) {
    constexpr int W = 4, H = 3, WIDTH = 25, HEIGHT = 21;
    std::vector<float> texels(W * H);
    for (int i = 0; i < W * H; ++i) texels[i] = static_cast<float>(i * i * 16);
    cudaTextureDesc mixed = reading(cudaAddressModeClamp, cudaFilterModeLinear);
    mixed.addressMode[1] = cudaAddressModeBorder;
    const Texture<float> texture(texels, {W, H, 0}, mixed);
    DeviceArray<float> d_y(WIDTH * HEIGHT);
    read_2d<<<HEIGHT, WIDTH>>>(texture.get(), d_y.data(), WIDTH);
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    const auto at = [&](int column, int row) {
        return row < 0 || row >= H ? 0.0f : texels[row * W + std::clamp(column, 0, W - 1)];
    };
    for (int j = 0; j < HEIGHT; ++j)
        for (int i = 0; i < WIDTH; ++i) {
            const float bx = i * 0.25f - 1.5f, by = j * 0.25f - 1.5f;
            const int column = static_cast<int>(std::floor(bx)), row = static_cast<int>(std::floor(by));
            const float a = bx - column, b = by - row;
            EXPECT_EQ(y[j * WIDTH + i], (1 - a) * (1 - b) * at(column, row) + a * (1 - b) * at(column + 1, row) +
                                            (1 - a) * b * at(column, row + 1) + a * b * at(column + 1, row + 1))
                << i << ' ' << j;
        }
}

__global__ void read_3d(cudaTextureObject_t texture, float* y) {
    y[0] = tex3D<float>(texture, 1.5f, 2.5f, 3.5f);  // the middle of a texel
    y[1] = tex3D<float>(texture, 2.0f, 3.0f, 4.0f);  // between eight
    tex3D(&y[2], texture, -1.0f, 100.0f, 2.0f);      // beyond two edges, between two slices
}

TEST(Texture3D, FiltersBetweenEightTexels) {
    std::vector<float> texels(4 * 5 * 6);
    for (int i = 0; i < 4 * 5 * 6; ++i) texels[i] = static_cast<float>(i * 8);
    const Texture<float> texture(texels, {4, 5, 6}, reading(cudaAddressModeClamp, cudaFilterModeLinear));
    DeviceArray<float> d_y(3);
    read_3d<<<1, 1>>>(texture.get(), d_y.data());
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    EXPECT_EQ(y[0], 8 * (3 * 20 + 2 * 4 + 1));
    EXPECT_EQ(y[1], 8 * (3.5f * 20 + 2.5f * 4 + 1.5f));
    EXPECT_EQ(y[2], 8 * (1.5f * 20 + 4 * 4));
}

__global__ void read_layers(cudaTextureObject_t texture, float* y) {
    for (int layer = -1; layer <= 3; ++layer) y[layer + 1] = tex2DLayered<float>(texture, 1.0f, 0.5f, layer);
}

TEST(TextureLayered, FiltersWithinALayer) {
    const Texture<float> texture({0, 2, 0, 0, 10, 12, 0, 0, 20, 22, 0, 0}, {2, 2, 3},
                                 reading(cudaAddressModeClamp, cudaFilterModeLinear), cudaArrayLayered);
    DeviceArray<float> y(5);
    read_layers<<<1, 1>>>(texture.get(), y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{21, 1, 11, 21, 21}));  // no such layer: the last
}

// ---- Linear memory ----------------------------------------------------------------------------

__global__ void fetch(cudaTextureObject_t texture, uchar4* y, int first) {
    y[threadIdx.x] = tex1Dfetch<uchar4>(texture, first + static_cast<int>(threadIdx.x));
}

TEST(TextureLinear, IsFetchedByIndexAndIsZeroOutside) {
    const std::vector<uchar4> h = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    const DeviceArray<uchar4> memory(h);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<uchar4*>(memory.data());
    resource.res.linear.desc = cudaCreateChannelDesc<uchar4>();
    resource.res.linear.sizeInBytes = h.size() * sizeof(uchar4);
    cudaTextureDesc plain{};
    cudaTextureObject_t texture = 0;
    ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &plain, nullptr), cudaSuccess);
    DeviceArray<uchar4> d_y(5);
    fetch<<<1, 5>>>(texture, d_y.data(), -1);
    CHECK_LAUNCH();
    const std::vector<uchar4> y = d_y.to_host();
    for (int i = 0; i < 5; ++i) {
        const bool inside = i >= 1 && i <= 3;
        EXPECT_EQ(y[i].x, inside ? h[i - 1].x : 0) << i;
        EXPECT_EQ(y[i].w, inside ? h[i - 1].w : 0) << i;
    }
    cudaResourceDesc back{};
    EXPECT_EQ(cudaGetTextureObjectResourceDesc(&back, texture), cudaSuccess);
    EXPECT_EQ(back.res.linear.devPtr, resource.res.linear.devPtr);
    EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);

    resource.res.linear.sizeInBytes = 1 << 20;  // more than there is
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &plain, nullptr), cudaErrorInvalidValue);
    resource.res.linear.sizeInBytes = 4;
    resource.res.linear.devPtr = const_cast<uchar4*>(memory.data()) + 1;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &plain, nullptr), cudaErrorInvalidValue);
    cudaGetLastError();
}

TEST(TexturePitch2D, ReadsRowsThatAreAPitchApart) {
    constexpr std::size_t W = 4, H = 3;
    float *memory = nullptr, h[H * W] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&memory, &pitch, W * sizeof(float), H), cudaSuccess);
    ASSERT_EQ(cudaMemcpy2D(memory, pitch, h, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice),
              cudaSuccess);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = W;
    resource.res.pitch2D.height = H;
    resource.res.pitch2D.pitchInBytes = pitch;
    const cudaTextureDesc lines = reading(cudaAddressModeClamp, cudaFilterModeLinear);
    cudaTextureObject_t texture = 0;
    ASSERT_EQ(cudaCreateTextureObject(&texture, &resource, &lines, nullptr), cudaSuccess);
    DeviceArray<float> d_y(25 * 21);
    read_2d<<<21, 25>>>(texture, d_y.data(), 25);
    CHECK_LAUNCH();
    const std::vector<float> y = d_y.to_host();
    EXPECT_EQ(y[0], 0);              // (-1, -1)
    EXPECT_EQ(y[6 * 25 + 6], 0);     // (0.5, 0.5): the middle of texel 0
    EXPECT_EQ(y[8 * 25 + 8], 2.5f);  // (1, 1): between texels 0, 1, 4, 5
    EXPECT_EQ(y[20 * 25 + 24], 11);  // (5, 4)
    EXPECT_EQ(cudaDestroyTextureObject(texture), cudaSuccess);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

// ---- What cannot be ---------------------------------------------------------------------------

TEST(TextureObject, RefusesWhatHasNoMeaning) {
    const auto format = cudaCreateChannelDesc<int>();
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaMallocArray(&array, &format, 8, 8), cudaSuccess);
    cudaResourceDesc resource{};
    resource.res.array.array = array;
    cudaTextureObject_t texture = 0;
    cudaTextureDesc description = reading(cudaAddressModeClamp, cudaFilterModeLinear);
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaErrorInvalidFilterSetting);
    description.readMode = cudaReadModeNormalizedFloat;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaErrorInvalidNormSetting);
    EXPECT_EQ(cudaCreateTextureObject(nullptr, &resource, &description, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeArray(array), cudaSuccess);

    int* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, 64), cudaSuccess);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = 64;
    cudaSurfaceObject_t surface = 0;
    EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidValue);
    resource.res.linear.desc = cudaCreateChannelDesc<int3>();
    EXPECT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaErrorInvalidChannelDescriptor);
    EXPECT_EQ(cudaFree(memory), cudaSuccess);
    cudaGetLastError();
}

// ---- Surfaces ---------------------------------------------------------------------------------

class Surface : public testing::Test {
 protected:
    static constexpr int W = 4, H = 3;

    void SetUp() override {
        const auto format = cudaCreateChannelDesc<short2>();
        ASSERT_EQ(cudaMallocArray(&array_, &format, W, H, cudaArraySurfaceLoadStore), cudaSuccess);
        const std::vector<int> zeros(W * H, 0);
        ASSERT_EQ(cudaMemcpyToArray(array_, 0, 0, zeros.data(), W * H * 4, cudaMemcpyHostToDevice), cudaSuccess);
        cudaResourceDesc resource{};
        resource.res.array.array = array_;
        ASSERT_EQ(cudaCreateSurfaceObject(&surface_, &resource), cudaSuccess);
    }
    void TearDown() override {
        EXPECT_EQ(cudaDestroySurfaceObject(surface_), cudaSuccess);
        EXPECT_EQ(cudaFreeArray(array_), cudaSuccess);
    }
    std::vector<int> read() const {  // a short2 is an int
        std::vector<int> h(W * H);
        EXPECT_EQ(cudaMemcpyFromArray(h.data(), array_, 0, 0, W * H * 4, cudaMemcpyDeviceToHost), cudaSuccess);
        return h;
    }

    cudaArray_t array_ = nullptr;
    cudaSurfaceObject_t surface_ = 0;
};

__global__ void write_places(cudaSurfaceObject_t surface) {
    const short x = static_cast<short>(threadIdx.x), y = static_cast<short>(threadIdx.y);
    surf2Dwrite(make_short2(x, y), surface, x * static_cast<int>(sizeof(short2)), y);
}
__global__ void double_places(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x * sizeof(short2), y = threadIdx.y;
    short2 place = surf2Dread<short2>(surface, x, y);
    place.x *= 2, place.y *= 2;
    surf2Dwrite(place, surface, x, y);
}

TEST_F(Surface, IsWrittenAndRead) {
    write_places<<<1, dim3(W, H)>>>(surface_);
    double_places<<<1, dim3(W, H)>>>(surface_);
    CHECK_LAUNCH();
    const std::vector<int> h = read();
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x) EXPECT_EQ(h[y * W + x], 2 * x | 2 * y << 16);
}

__global__ void go_outside(cudaSurfaceObject_t surface, int* y) {
    for (const int x : {-4, 16}) {
        surf2Dwrite(99, surface, x, 1, cudaBoundaryModeZero);
        *y++ = surf2Dread<int>(surface, x, 1, cudaBoundaryModeZero);
        *y++ = surf2Dread<int>(surface, x, -7, cudaBoundaryModeClamp);
    }
    surf2Dread(y++, surface, 8, 100, cudaBoundaryModeClamp);
    surf2Dwrite(-1, surface, 1000, 1000, cudaBoundaryModeClamp);
    *y = surf2Dread<int>(surface, 12, 2);
}

TEST_F(Surface, HasZeroOrItsEdgeOutside) {
    write_places<<<1, dim3(W, H)>>>(surface_);
    DeviceArray<int> y(6);
    go_outside<<<1, 1>>>(surface_, y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<int>{0, 0, 0, 3, 2 | 2 << 16, -1}));
    std::vector<int> h = read();
    EXPECT_EQ(h[11], -1);
    EXPECT_EQ(h[4], 1 << 16);  // what would have been overwritten
}

__global__ void clamp_layers(cudaSurfaceObject_t surface, int* y) {
    for (const int layer : {-1, 0, 1, 2}) *y++ = surf1DLayeredread<int>(surface, 0, layer, cudaBoundaryModeClamp);
    for (const int layer : {-1, 1, 2}) *y++ = surf1DLayeredread<int>(surface, 0, layer, cudaBoundaryModeZero);
}

TEST(SurfaceLayered, HasItsLastLayerBeyondAllLayers) {
    const auto format = cudaCreateChannelDesc<int>();
    cudaMemcpy3DParms copy{};
    ASSERT_EQ(cudaMalloc3DArray(&copy.dstArray, &format, {1, 0, 2}, cudaArraySurfaceLoadStore | cudaArrayLayered),
              cudaSuccess);
    int h[2] = {10, 20};
    copy.srcPtr = make_cudaPitchedPtr(h, sizeof(int), 1, 1);
    copy.extent = {1, 1, 2};
    copy.kind = cudaMemcpyHostToDevice;
    ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
    cudaResourceDesc resource{};
    resource.res.array.array = copy.dstArray;
    cudaSurfaceObject_t surface = 0;
    ASSERT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
    DeviceArray<int> y(7);
    clamp_layers<<<1, 1>>>(surface, y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<int>{20, 10, 20, 20, 0, 20, 0}));
    EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(copy.dstArray), cudaSuccess);
}

__global__ void write_line(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x;
    surf1Dwrite(make_float4(x, 2 * x, 3 * x, 4 * x), surface, x * 16);
}

TEST(Surface1D, HoldsVectors) {
    const auto format = cudaCreateChannelDesc<float4>();
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaMallocArray(&array, &format, 8, 0, cudaArraySurfaceLoadStore), cudaSuccess);
    cudaResourceDesc resource{};
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    ASSERT_EQ(cudaCreateSurfaceObject(&surface, &resource), cudaSuccess);
    write_line<<<1, 8>>>(surface);
    std::vector<float> h(32);
    EXPECT_EQ(cudaMemcpyFromArray(h.data(), array, 0, 0, 128, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(h[i], static_cast<float>((i % 4 + 1) * (i / 4)));
    EXPECT_EQ(cudaDestroySurfaceObject(surface), cudaSuccess);
    EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
}

#ifdef DAYBREAK_CPU

__global__ void write_one(cudaSurfaceObject_t surface, int x) { surf1Dwrite(1.0f, surface, x); }
__global__ void read_one(cudaTextureObject_t texture, float* y) { *y = tex2D<float>(texture, 0.5f, 0.5f); }

using TextureFault = Child;

[[noreturn]] void write_at(int x, unsigned flags = cudaArraySurfaceLoadStore) {
    const auto format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    cudaMallocArray(&array, &format, 8, 0, flags);
    cudaResourceDesc resource{};
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    if (cudaCreateSurfaceObject(&surface, &resource) != cudaSuccess) std::_Exit(0);
    write_one<<<1, 1>>>(surface, x);
    std::_Exit(cudaDeviceSynchronize());
}
[[noreturn]] void read_nothing() {
    read_one<<<1, 1>>>(12345, nullptr);
    std::_Exit(cudaDeviceSynchronize() != cudaSuccess ? 1 : 0);
}

TEST_F(TextureFault, IsReportedWithItsLine) {
    EXPECT_EXIT(
        write_at(32), testing::ExitedWithCode(cudaErrorIllegalAddress & 0xff),
        "surf1Dwrite\\(\\) at [^ ]*texture_test.cu:[0-9]+ goes outside the surface, at byte 32 of 32, row 0 of 1, "
        "slice 0 of 1: kernel write_one");
    EXPECT_EXIT(write_at(0, cudaArrayDefault), testing::ExitedWithCode(cudaErrorIllegalAddress & 0xff),
                "surf1Dwrite\\(\\) at .* needs an array that is made with cudaArraySurfaceLoadStore: kernel write_one");
    EXPECT_EXIT(write_at(2), testing::ExitedWithCode(cudaErrorMisalignedAddress & 0xff), "no multiple");
    EXPECT_EXIT(read_nothing(), testing::ExitedWithCode(1), "tex2D\\(\\) at .* a texture that does not exist");
}

#endif

}  // namespace
