// CUDA arrays and 3-D memory: what is copied in comes out, and what does not fit is refused whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

template <class T>
std::vector<T> counting(std::size_t n) {
    std::vector<T> values(n);
    std::iota(values.begin(), values.end(), static_cast<T>(1));
    return values;
}

// ---- Arrays of one and two dimensions ---------------------------------------------------------

class Array : public testing::Test {
 protected:
    static constexpr std::size_t WIDTH = 7, HEIGHT = 5, ROW = WIDTH * sizeof(int);

    void SetUp() override {
        const auto format = cudaCreateChannelDesc<int>();
        ASSERT_EQ(cudaMallocArray(&array_, &format, WIDTH, HEIGHT), cudaSuccess);
    }
    void TearDown() override {
        EXPECT_EQ(cudaFreeArray(array_), cudaSuccess);
        cudaGetLastError();
    }
    std::vector<int> read() const {
        std::vector<int> values(WIDTH * HEIGHT, -7);
        EXPECT_EQ(cudaMemcpy2DFromArray(values.data(), ROW, array_, 0, 0, ROW, HEIGHT, cudaMemcpyDeviceToHost),
                  cudaSuccess);
        return values;
    }

    cudaArray_t array_ = nullptr;
    std::vector<int> h_ = counting<int>(WIDTH * HEIGHT);
};

TEST_F(Array, IsCopiedToAndFrom) {
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 0, 0, h_.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(read(), h_);
}

TEST_F(Array, IsCopiedInPart) {
    ASSERT_EQ(cudaMemcpy2DToArray(array_, 0, 0, h_.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    const int window[4] = {-1, -2, -3, -4};
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 3 * sizeof(int), 2, window, 8, 8, 2, cudaMemcpyHostToDevice), cudaSuccess);
    h_[2 * WIDTH + 3] = -1, h_[2 * WIDTH + 4] = -2, h_[3 * WIDTH + 3] = -3, h_[3 * WIDTH + 4] = -4;
    EXPECT_EQ(read(), h_);
    int back[4] = {};
    EXPECT_EQ(cudaMemcpy2DFromArray(back, 8, array_, 3 * sizeof(int), 2, 8, 2, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(std::vector<int>(back, back + 4), std::vector<int>(window, window + 4));
}

TEST_F(Array, IsFilledRowAfterRowFromAnyElement) {
    ASSERT_EQ(cudaMemcpyToArray(array_, 0, 0, h_.data(), ROW * HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(read(), h_);
    const std::vector<int> part = {-1, -2, -3, -4, -5, -6, -7, -8, -9, -10};
    EXPECT_EQ(cudaMemcpyToArray(array_, 5 * sizeof(int), 1, part.data(), 40, cudaMemcpyHostToDevice), cudaSuccess);
    std::copy(part.begin(), part.end(), h_.begin() + WIDTH + 5);
    EXPECT_EQ(read(), h_);
    std::vector<int> back(10);
    EXPECT_EQ(cudaMemcpyFromArray(back.data(), array_, 5 * sizeof(int), 1, 40, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back, part);
    EXPECT_EQ(cudaMemcpyToArray(array_, 4, 4, h_.data(), ROW, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
}

TEST_F(Array, RefusesWhatPassesItsEdges) {
    ASSERT_EQ(cudaMemcpy2DToArray(array_, 0, 0, h_.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    const std::vector<int> other(2 * WIDTH * HEIGHT, -1);
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 4, 0, other.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 0, 1, other.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 0, 0, other.data(), ROW, ROW + 4, 1, cudaMemcpyHostToDevice),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy2DToArray(array_, 0, 0, other.data(), ROW - 4, ROW, 1, cudaMemcpyHostToDevice),
              cudaErrorInvalidPitchValue);
    EXPECT_EQ(read(), h_);
}

TEST_F(Array, IsCopiedToAnother) {
    const auto format = cudaCreateChannelDesc<int>();
    cudaArray_t other = nullptr;
    ASSERT_EQ(cudaMallocArray(&other, &format, WIDTH, HEIGHT), cudaSuccess);
    ASSERT_EQ(cudaMemcpy2DToArray(other, 0, 0, h_.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DArrayToArray(array_, 0, 0, other, 0, 0, ROW, HEIGHT), cudaSuccess);
    EXPECT_EQ(read(), h_);
    EXPECT_EQ(cudaMemcpy2DArrayToArray(array_, 4, 0, other, 0, 0, ROW, HEIGHT), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeArray(other), cudaSuccess);
}

TEST_F(Array, TellsItsFormatAndSize) {
    cudaChannelFormatDesc format{};
    cudaExtent extent{};
    unsigned flags = 7;
    EXPECT_EQ(cudaArrayGetInfo(&format, &extent, &flags, array_), cudaSuccess);
    EXPECT_EQ(format.x, 32);
    EXPECT_EQ(format.y + format.z + format.w, 0);
    EXPECT_EQ(format.f, cudaChannelFormatKindSigned);
    EXPECT_EQ(extent.width, WIDTH);
    EXPECT_EQ(extent.height, HEIGHT);
    EXPECT_EQ(extent.depth, 0u);
    EXPECT_EQ(flags, 0u);
    EXPECT_EQ(cudaGetChannelDesc(&format, array_), cudaSuccess);
}

TEST_F(Array, IsCopiedInAStream) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    std::vector<int> back(WIDTH * HEIGHT);
    EXPECT_EQ(cudaMemcpy2DToArrayAsync(array_, 0, 0, h_.data(), ROW, ROW, HEIGHT, cudaMemcpyHostToDevice, stream),
              cudaSuccess);
    EXPECT_EQ(cudaMemcpy2DFromArrayAsync(back.data(), ROW, array_, 0, 0, ROW, HEIGHT, cudaMemcpyDeviceToHost, stream),
              cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(back, h_);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(MallocArray, RefusesFormatsAndSizesThatCannotBe) {
    cudaArray_t array = nullptr;
    const auto three = cudaCreateChannelDesc<float3>();
    const auto wide = cudaCreateChannelDesc<double>();
    const auto mixed = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned);
    for (const auto& format : {three, wide, mixed})
        EXPECT_EQ(cudaMallocArray(&array, &format, 8, 8), cudaErrorInvalidChannelDescriptor);
    const auto format = cudaCreateChannelDesc<float>();
    EXPECT_EQ(cudaMallocArray(&array, &format, 0, 8), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMallocArray(&array, &format, 1 << 20, 8), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMallocArray(nullptr, &format, 8, 8), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeArray(nullptr), cudaSuccess);
    cudaGetLastError();
}

TEST(ChannelDesc, HasTheBitsOfEachType) {
    const auto bytes = cudaCreateChannelDesc<uchar4>();
    EXPECT_EQ(bytes.x + bytes.y + bytes.z + bytes.w, 32);
    EXPECT_EQ(bytes.f, cudaChannelFormatKindUnsigned);
    const auto shorts = cudaCreateChannelDesc<short2>();
    EXPECT_EQ(shorts.x, 16);
    EXPECT_EQ(shorts.y, 16);
    EXPECT_EQ(shorts.z, 0);
    EXPECT_EQ(shorts.f, cudaChannelFormatKindSigned);
    EXPECT_EQ(cudaCreateChannelDesc<float1>().f, cudaChannelFormatKindFloat);
    EXPECT_EQ(cudaCreateChannelDesc<char>().f, cudaChannelFormatKindSigned);
}

// ---- Three dimensions -------------------------------------------------------------------------

constexpr std::size_t W = 6, H = 4, D = 3;

TEST(Memory3D, HasAPitchAndIsSetAndCopied) {
    cudaPitchedPtr d{};
    ASSERT_EQ(cudaMalloc3D(&d, make_cudaExtent(W, H, D)), cudaSuccess);
    EXPECT_GE(d.pitch, W);
    EXPECT_EQ(d.xsize, W);
    EXPECT_EQ(d.ysize, H);

    std::vector<char> h = counting<char>(W * H * D), back(W * H * D);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(h.data(), W, W, H);
    copy.dstPtr = d;
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);

    cudaPitchedPtr inner = d;  // a box of 2 x 2 x 2 at (1, 1, 1)
    inner.ptr = static_cast<char*>(d.ptr) + d.pitch * H + d.pitch + 1;
    EXPECT_EQ(cudaMemset3D(inner, '-', make_cudaExtent(2, 2, 2)), cudaSuccess);
    for (std::size_t z = 1; z < 3; ++z)
        for (std::size_t y = 1; y < 3; ++y)
            for (std::size_t x = 1; x < 3; ++x) h[(z * H + y) * W + x] = '-';

    cudaMemcpy3DParms fetch{};
    fetch.srcPtr = d;
    fetch.dstPtr = make_cudaPitchedPtr(back.data(), W, W, H);
    fetch.extent = make_cudaExtent(W, H, D);
    fetch.kind = cudaMemcpyDeviceToHost;
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaSuccess);
    EXPECT_EQ(back, h);

    fetch.extent.depth = D + 1;
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset3D(d, 0, make_cudaExtent(W, H, D + 1)), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(d.ptr), cudaSuccess);
    cudaGetLastError();
}

TEST(Array3D, IsCopiedInBoxesThatCountItsElements) {
    const auto format = cudaCreateChannelDesc<short2>();
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaMalloc3DArray(&array, &format, make_cudaExtent(W, H, D)), cudaSuccess);
    const std::vector<int> h = counting<int>(W * H * D);  // an int is a short2
    std::vector<int> back(W * H * D, 0), part(2 * 2 * 2, 0);

    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<int*>(h.data()), W * sizeof(int), W, H);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(W, H, D);
    copy.kind = cudaMemcpyHostToDevice;
    EXPECT_EQ(cudaMemcpy3D(&copy), cudaSuccess);

    cudaMemcpy3DParms fetch{};
    fetch.srcArray = array;
    fetch.dstPtr = make_cudaPitchedPtr(back.data(), W * sizeof(int), W, H);
    fetch.extent = make_cudaExtent(W, H, D);
    fetch.kind = cudaMemcpyDeviceToHost;
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaSuccess);
    EXPECT_EQ(back, h);

    fetch.srcPos = make_cudaPos(4, 2, 1);
    fetch.dstPtr = make_cudaPitchedPtr(part.data(), 2 * sizeof(int), 2, 2);
    fetch.extent = make_cudaExtent(2, 2, 2);
    EXPECT_EQ(cudaMemcpy3DAsync(&fetch), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(part[i], h[((1 + i / 4) * H + 2 + i / 2 % 2) * W + 4 + i % 2]) << i;

    fetch.srcPos = make_cudaPos(5, 2, 1);
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaErrorInvalidValue);
    fetch.srcPtr = copy.srcPtr;  // two sources
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaErrorInvalidValue);
    fetch = {};  // no sources and nothing to copy
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaSuccess);
    EXPECT_EQ(cudaMemcpy3DAsync(&fetch), cudaSuccess);
    fetch.extent = make_cudaExtent(1, 1, 1);
    EXPECT_EQ(cudaMemcpy3D(&fetch), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFreeArray(array), cudaSuccess);
    cudaGetLastError();
}

}  // namespace
