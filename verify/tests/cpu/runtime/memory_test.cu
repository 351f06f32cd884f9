// Device memory: allocation, copies, symbols, and the streams and events that order them. A call whose pointers do not
// fit is an error, as on a GPU, though host and device share one memory here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

std::vector<int> counting(int n) {
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 1);
    return values;
}

// n integers of device memory.
class Memory : public testing::Test {
 protected:
    static constexpr int N = 100;
    static constexpr std::size_t BYTES = N * sizeof(int);

    void SetUp() override { ASSERT_EQ(cudaMalloc(&d_, BYTES), cudaSuccess); }
    void TearDown() override {
        EXPECT_EQ(cudaFree(d_), cudaSuccess);
        cudaGetLastError();
    }
    std::vector<int> read() const {
        std::vector<int> values(N, -7);
        EXPECT_EQ(cudaMemcpy(values.data(), d_, BYTES, cudaMemcpyDeviceToHost), cudaSuccess);
        return values;
    }

    int* d_ = nullptr;
    std::vector<int> h_ = counting(N);
};

// ---- Allocation -------------------------------------------------------------------------------

#ifdef DAYBREAK_CPU

TEST_F(Memory, IsPoisonedWhenAllocated) {
    EXPECT_EQ(read(), std::vector<int>(N, -1));
    float* d_y = nullptr;
    float y = 0.0f;
    ASSERT_EQ(cudaMalloc(&d_y, sizeof y), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(&y, d_y, sizeof y, cudaMemcpyDefault), cudaSuccess);
    EXPECT_TRUE(std::isnan(y));
    EXPECT_EQ(cudaFree(d_y), cudaSuccess);
}

#endif

TEST(Malloc, AlignsTo256Bytes) {
    for (const std::size_t bytes : {1, 255, 257}) {
        void* d = nullptr;
        ASSERT_EQ(cudaMalloc(&d, bytes), cudaSuccess);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(d) % 256, 0u);
        EXPECT_EQ(cudaFree(d), cudaSuccess);
    }
}

TEST(Malloc, OfNothingIsNull) {
    int x, *d = &x;
    EXPECT_EQ(cudaMalloc(&d, 0), cudaSuccess);
    EXPECT_EQ(d, nullptr);
    EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST(Malloc, OfTooMuchIsAnError) {
    int* d = nullptr;
    EXPECT_EQ(cudaMalloc(&d, std::size_t{1} << 60), cudaErrorMemoryAllocation);
    EXPECT_EQ(d, nullptr);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
}

TEST_F(Memory, IsFreedOnceAndFromItsStart) {
    int* d = nullptr;
    ASSERT_EQ(cudaMalloc(&d, BYTES), cudaSuccess);
    EXPECT_EQ(cudaFree(d + 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
    EXPECT_EQ(cudaFree(d), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(h_.data()), cudaErrorInvalidValue);
}

__global__ void add_one(int* x, int n) {
    const int i = threadIdx.x;
    if (i < n) x[i] += 1;
}

TEST(Managed, MemoryBelongsToBothSides) {
    int* x = nullptr;
    ASSERT_EQ(cudaMallocManaged(&x, 2 * sizeof(int)), cudaSuccess);
    x[0] = 1, x[1] = 2;
    add_one<<<1, 2>>>(x, 2);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(x[0], 2);
    EXPECT_EQ(x[1], 3);
    EXPECT_EQ(cudaFree(x), cudaSuccess);
}

TEST_F(Memory, PinnedOnTheHostIsCopiedAndFreedByItsOwnFunction) {
    int *h = nullptr, *h_flags = nullptr;
    ASSERT_EQ(cudaMallocHost(&h, BYTES), cudaSuccess);
    ASSERT_EQ(cudaHostAlloc(&h_flags, BYTES, cudaHostAllocDefault), cudaSuccess);
    std::copy(h_.begin(), h_.end(), h);
    EXPECT_EQ(cudaMemcpy(d_, h, BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(read(), h_);
    EXPECT_EQ(cudaFreeHost(h), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(h_flags), cudaSuccess);
    EXPECT_EQ(cudaFreeHost(d_), cudaErrorInvalidValue);
}

TEST(MemGetInfo, KnowsHowMuchThereIs) {
    std::size_t free = 0, total = 0;
    EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    EXPECT_GT(free, 0u);
    EXPECT_GE(total, free);
    int* d = nullptr;
    EXPECT_EQ(cudaMalloc(&d, total + 1), cudaErrorMemoryAllocation);
    cudaGetLastError();
}

// ---- Copies and sets --------------------------------------------------------------------------

TEST_F(Memory, IsCopiedThereAndBack) {
    EXPECT_EQ(cudaMemcpy(d_, h_.data(), BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(read(), h_);
    EXPECT_EQ(cudaMemcpy(d_ + 10, h_.data(), 5 * sizeof(int), cudaMemcpyDefault), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(d_ + 50, d_ + 10, 5 * sizeof(int), cudaMemcpyDeviceToDevice), cudaSuccess);
    std::copy_n(counting(5).begin(), 5, h_.begin() + 10);
    std::copy_n(counting(5).begin(), 5, h_.begin() + 50);
    EXPECT_EQ(read(), h_);
}

TEST_F(Memory, IsSetByteByByte) {
    EXPECT_EQ(cudaMemset(d_, 0, BYTES), cudaSuccess);
    EXPECT_EQ(cudaMemset(d_ + 1, 0x102, 2 * sizeof(int)), cudaSuccess);  // the low byte
    std::vector<int> want(N, 0);
    want[1] = want[2] = 0x02020202;
    EXPECT_EQ(read(), want);
}

TEST_F(Memory, RefusesACopyOfTheWrongKind) {
    ASSERT_EQ(cudaMemset(d_, 0, BYTES), cudaSuccess);
    const std::vector<int> before = h_;
    for (const cudaMemcpyKind kind : {cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice})
        EXPECT_EQ(cudaMemcpy(d_, h_.data(), BYTES, kind), cudaErrorInvalidValue);
    for (const cudaMemcpyKind kind : {cudaMemcpyHostToDevice, cudaMemcpyDeviceToDevice})
        EXPECT_EQ(cudaMemcpy(h_.data(), d_, BYTES, kind), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(d_, h_.data(), BYTES, static_cast<cudaMemcpyKind>(9)), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(read(), std::vector<int>(N, 0));
    EXPECT_EQ(h_, before);
}

TEST_F(Memory, MayBeWhereAKindSaysHost) {
    ASSERT_EQ(cudaMemcpy(d_, h_.data(), BYTES, cudaMemcpyHostToDevice), cudaSuccess);
    int to = 0;
    for (const cudaMemcpyKind kind : {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyHostToHost}) {
        EXPECT_EQ(cudaMemcpy(d_ + to, d_ + N / 2 + to, sizeof(int), kind), cudaSuccess);
        h_[to] = h_[N / 2 + to];
        ++to;
    }
    EXPECT_EQ(read(), h_);
}

TEST_F(Memory, RefusesACopyPastItsEnd) {
    ASSERT_EQ(cudaMemset(d_, 0, BYTES), cudaSuccess);
    h_.resize(2 * N);
    EXPECT_EQ(cudaMemcpy(d_, h_.data(), BYTES + 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(d_ + 1, h_.data(), BYTES, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(h_.data(), d_ + N - 1, 2 * sizeof(int), cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(d_ + N - 1, 1, 5), cudaErrorInvalidValue);
    EXPECT_EQ(read(), std::vector<int>(N, 0));
}

TEST_F(Memory, RefusesNullAndHostPointers) {
    EXPECT_EQ(cudaMemcpy(d_, nullptr, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(nullptr, d_, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(h_.data(), 0, 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(d_, nullptr, 0, cudaMemcpyHostToDevice), cudaSuccess);
}

TEST(Memory2D, HasRowsAPitchApart) {
    constexpr std::size_t WIDTH = 5, HEIGHT = 3;  // bytes, rows
    unsigned char *d = nullptr, h[HEIGHT][WIDTH + 1] = {"abcde", "fghij", "klmno"}, back[HEIGHT * WIDTH] = {};
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&d, &pitch, WIDTH, HEIGHT), cudaSuccess);
    EXPECT_EQ(pitch % 256, 0u);
    EXPECT_GE(pitch, WIDTH);
    EXPECT_EQ(cudaMemcpy2D(d, pitch, h, WIDTH + 1, WIDTH, HEIGHT, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemset2D(d + 1, pitch, '-', 2, HEIGHT), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2D(back, WIDTH, d, pitch, WIDTH, HEIGHT, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(std::string(back, back + sizeof back), "a--def--ijk--no");
    EXPECT_EQ(cudaMemcpy2D(d, 4, h, WIDTH + 1, WIDTH, HEIGHT, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    EXPECT_EQ(cudaFree(d), cudaSuccess);
    cudaGetLastError();
}

TEST_F(Memory, Of2DRefusesTheWholeCopyWhenItsLastRowPassesTheEnd) {
    ASSERT_EQ(cudaMemset(d_, 0, BYTES), cudaSuccess);
    EXPECT_EQ(cudaMemcpy2D(d_, 40, h_.data(), 40, 40, 11, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset2D(d_, 40, 1, 40, 11), cudaErrorInvalidValue);
    EXPECT_EQ(read(), std::vector<int>(N, 0));
    EXPECT_EQ(cudaMemcpy2D(d_, 40, h_.data(), 40, 40, 10, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(read(), h_);
}

// ---- Symbols ----------------------------------------------------------------------------------

__constant__ float weights[4];
__device__ int counter = 5;
__device__ int grid_of_numbers[2][3];

__global__ void use_symbols(float* y) {
    y[threadIdx.x] = weights[threadIdx.x] * 2.0f;
    if (threadIdx.x == 0) counter += 1;
}

TEST(Symbol, IsCopiedToAndFrom) {
    const float h[4] = {1, 2, 3, 4};
    float *d_y = nullptr, y[4] = {};
    int count = 0;
    ASSERT_EQ(cudaMalloc(&d_y, sizeof y), cudaSuccess);
    EXPECT_EQ(cudaMemcpyToSymbol(weights, h, sizeof h), cudaSuccess);
    EXPECT_EQ(cudaMemcpyToSymbol(weights, h, sizeof(float), 3 * sizeof(float)), cudaSuccess);
    use_symbols<<<1, 4>>>(d_y);
    EXPECT_EQ(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(std::vector<float>(y, y + 4), (std::vector<float>{2, 4, 6, 2}));
    EXPECT_EQ(count, 6);
    EXPECT_EQ(cudaFree(d_y), cudaSuccess);
}

TEST(Symbol, HasASizeAndAnAddress) {
    std::size_t bytes = 0;
    int *d = nullptr, h[6] = {};
    EXPECT_EQ(cudaGetSymbolSize(&bytes, grid_of_numbers), cudaSuccess);
    EXPECT_EQ(bytes, 6 * sizeof(int));
    ASSERT_EQ(cudaGetSymbolAddress(reinterpret_cast<void**>(&d), grid_of_numbers), cudaSuccess);
    EXPECT_EQ(cudaMemset(d, 0, bytes), cudaSuccess);
    add_one<<<1, 6>>>(d, 6);
    EXPECT_EQ(cudaMemcpyFromSymbol(h, grid_of_numbers, sizeof h), cudaSuccess);
    EXPECT_EQ(std::vector<int>(h, h + 6), std::vector<int>(6, 1));
    EXPECT_EQ(cudaMemset(d, 0, bytes + 1), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(d), cudaErrorInvalidValue);
    cudaGetLastError();
}

TEST(Symbol, RefusesACopyPastItsEnd) {
    const float h[5] = {};
    EXPECT_EQ(cudaMemcpyToSymbol(weights, h, sizeof h), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpyToSymbol(weights, h, sizeof(float), sizeof weights), cudaErrorInvalidValue);
    cudaGetLastError();
}

// ---- Streams and events -----------------------------------------------------------------------

TEST_F(Memory, IsSetCopiedAndUsedInTheOrderOfAStream) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
    EXPECT_EQ(cudaMemsetAsync(d_, 0, BYTES, stream), cudaSuccess);
    add_one<<<1, N, 0, stream>>>(d_, N);
    add_one<<<1, N, 0, stream>>>(d_, 50);
    EXPECT_EQ(cudaMemcpyAsync(h_.data(), d_, BYTES, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream), cudaSuccess);
    for (int i = 0; i < N; ++i) EXPECT_EQ(h_[i], i < 50 ? 2 : 1);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST(Event, MeasuresTimeBetweenTwo) {
    cudaEvent_t start, stop, untimed;
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&stop), cudaSuccess);
    ASSERT_EQ(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
    float ms = -1.0f;
    EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);  // not recorded yet
    EXPECT_EQ(cudaEventRecord(start, stream), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(stop, stream), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(untimed), cudaSuccess);
    EXPECT_EQ(cudaEventSynchronize(stop), cudaSuccess);
    EXPECT_EQ(cudaEventQuery(stop), cudaSuccess);
    EXPECT_EQ(cudaStreamWaitEvent(stream, stop), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&ms, start, stop), cudaSuccess);
    EXPECT_GE(ms, 0.0f);
    EXPECT_LT(ms, 10000.0f);
    EXPECT_EQ(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    for (const cudaEvent_t event : {start, stop, untimed}) EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    cudaGetLastError();
}

#ifdef DAYBREAK_CPU  // a GPU's driver may crash instead

TEST(Handle, ThatIsDestroyedIsRefused) {
    cudaStream_t stream;
    cudaEvent_t event;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&event), cudaSuccess);
    ASSERT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    ASSERT_EQ(cudaEventDestroy(event), cudaSuccess);
    int x = 0;
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventDestroy(event), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaMemcpyAsync(&x, &x, 4, cudaMemcpyHostToHost, stream), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaMemsetAsync(&x, 0, 4, stream), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    add_one<<<1, 1, 0, stream>>>(&x, 0);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}

// ---- DAYBREAK_LEAKS ---------------------------------------------------------------------------

using Leaks = Child;

// Ends a process that has allocated two integers, written one at d[i], and perhaps freed them.
[[noreturn]] void write_and_exit(int i, bool free, int exit_code = 0) {
    steer("DAYBREAK_LEAKS", "1");
    int* d = nullptr;
    cudaMalloc(&d, 2 * sizeof(int));
    add_one<<<1, 1>>>(d + i, 1);
    cudaDeviceSynchronize();
    if (free) cudaFree(d);
    std::exit(exit_code);
}

TEST_F(Leaks, AreReportedAndFailTheProgram) {
    EXPECT_EXIT(write_and_exit(0, false), ExitedWithCode(1),
                "^CPU device: leak: 8 bytes from cudaMalloc \\([^ ]*memory_test.cu:[0-9]+\\) are never freed\n$");
}

TEST_F(Leaks, OfWhatIsFreedAreNone) { EXPECT_EXIT(write_and_exit(1, true), ExitedWithCode(0), "^$"); }

TEST_F(Leaks, DoNotMatterToAProgramThatFails) { EXPECT_EXIT(write_and_exit(0, false, 3), ExitedWithCode(3), "^$"); }

TEST_F(Leaks, ComeWithWritesPastTheEnds) {
    EXPECT_EXIT(
        write_and_exit(2, true), ExitedWithCode(1),
        "^CPU device: a write 1 byte past the end of an allocation of 8 bytes \\([^ ]*memory_test.cu:[0-9]+\\)\n$");
    EXPECT_EXIT(write_and_exit(-3, true), ExitedWithCode(1),
                "^CPU device: a write 12 bytes before the start of an allocation of 8 bytes \\([^ "
                "]*memory_test.cu:[0-9]+\\)\n$");
}

#endif

}  // namespace
