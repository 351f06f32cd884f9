// Launches: every thread of every block runs once and knows who it is; arguments are copied; a launch may stand
// wherever C++ has a statement, and its kernel may be named in any way.
#include <gtest/gtest.h>

#include <thread>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"
#ifdef DAYBREAK_CPU
#include "verify/tests/cpu/runtime/workers.h"
#endif

namespace {

using common::DeviceArray;

// ---- Grids ------------------------------------------------------------------------------------

struct Who {
    uint3 thread, block;
    dim3 block_size, grid_size;
    int runs;
};

__global__ void report(Who* who) {
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    Who& mine = who[block * blockDim.x * blockDim.y * blockDim.z + thread];
    const int runs = mine.runs + 1;
    mine = {threadIdx, blockIdx, blockDim, gridDim, runs};
}

void expect_complete(dim3 grid, dim3 block) {
    const std::size_t count = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
    DeviceArray<Who> who(std::vector<Who>(count, Who{}));
    report<<<grid, block>>>(who.data());
    CHECK_LAUNCH();
    std::size_t i = 0;
    const std::vector<Who> all = who.to_host();
    for (unsigned bz = 0; bz < grid.z; ++bz)
        for (unsigned by = 0; by < grid.y; ++by)
            for (unsigned bx = 0; bx < grid.x; ++bx)
                for (unsigned tz = 0; tz < block.z; ++tz)
                    for (unsigned ty = 0; ty < block.y; ++ty)
                        for (unsigned tx = 0; tx < block.x; ++tx, ++i) {
                            const Who& one = all[i];
                            ASSERT_EQ(one.runs, 1) << i;
                            ASSERT_TRUE(one.thread.x == tx && one.thread.y == ty && one.thread.z == tz) << i;
                            ASSERT_TRUE(one.block.x == bx && one.block.y == by && one.block.z == bz) << i;
                            ASSERT_TRUE(one.block_size.x == block.x && one.block_size.y == block.y &&
                                        one.block_size.z == block.z);
                            ASSERT_TRUE(one.grid_size.x == grid.x && one.grid_size.y == grid.y &&
                                        one.grid_size.z == grid.z);
                        }
}

TEST(Grid, OfOneThread) { expect_complete(1, 1); }
TEST(Grid, OfOneDimension) { expect_complete(37, 101); }
TEST(Grid, OfTwoDimensions) { expect_complete(dim3(3, 5), dim3(7, 2)); }
TEST(Grid, OfThreeDimensions) { expect_complete(dim3(2, 3, 4), dim3(3, 4, 5)); }
TEST(Grid, OfTheLargestBlock) { expect_complete(2, dim3(4, 4, 64)); }
TEST(Grid, OfManyBlocks) { expect_complete(dim3(1, 20000), 1); }

// ---- Arguments --------------------------------------------------------------------------------

struct Sizes {
    int n[3];
    float scale;
};

__global__ void change_copy(Sizes sizes, float* y) {
    sizes.n[1] += static_cast<int>(threadIdx.x);  // of this thread alone
    y[threadIdx.x] = static_cast<float>(sizes.n[1]) * sizes.scale;
}

TEST(Arguments, AreCopiedForEveryThread) {
    const Sizes sizes{{1, 20, 3}, 0.5f};
    DeviceArray<float> y(3);
    change_copy<<<1, 3>>>(sizes, y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{10.0f, 10.5f, 11.0f}));
    EXPECT_EQ(sizes.n[1], 20);
}

TEST(Arguments, AreEvaluatedOnce) {
    int calls = 0;
    const auto sizes = [&] { return Sizes{{1, ++calls, 3}, 1.0f}; };
    DeviceArray<float> y(4);
    change_copy<<<1, 4>>>(sizes(), y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(calls, 1);
}

__global__ void convert(float* y, double a, long b, const float* c) {
    y[0] = static_cast<float>(a);
    y[1] = static_cast<float>(b);
    y[2] = c == nullptr;
}

struct Constants {
    static const int seven = 7;  // declared, and defined nowhere: its address does not exist
};

TEST(Arguments, AreConverted) {
    DeviceArray<float> y(3);
    convert<<<1, 1>>>(y.data(), 1.5f, Constants::seven, NULL);
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{1.5f, 7.0f, 1.0f}));
    convert<<<1, 1>>>(y.data(), 2, 'a', y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{2.0f, 97.0f, 0.0f}));
}

// ---- Where a launch may stand, and what it may launch --------------------------------------------

template <class T, int N>
__global__ void fill(T* y, T value) {
    if (threadIdx.x < N) y[threadIdx.x] = value;
}

namespace inner {
__global__ void put(int* y) { y[0] = 1; }
}  // namespace inner
__global__ void put(int* y) { y[0] = 2; }
__global__ void put(int* y, int value) { y[0] = value; }

// What `launch` puts into the first of four integers.
template <class Launch>
int first_after(Launch launch) {
    DeviceArray<int> y(4);
    launch(y.data());
    CHECK_LAUNCH();
    return y.to_host()[0];
}

template <class T, int N>
void launch_from_template(T* y) {
    fill<T, N><<<1, N + 1>>>(y, T(5));
}

struct Launcher {
    int value;
    void launch(int* y) const { put<<<1, 1>>>(y, value); }
    template <class T>
    struct Kernels {
        static void launch(T* y) { fill<T, 2><<<1, 2>>>(y, T(8)); }
    };
};

#define LAUNCH(kernel, ...)            \
    do {                               \
        kernel<<<1, 1>>>(__VA_ARGS__); \
    } while (false)

TEST(Launch, FromATemplate) { EXPECT_EQ(first_after(launch_from_template<int, 3>), 5); }
TEST(Launch, FromAMemberFunction) {
    EXPECT_EQ(first_after([](int* y) { Launcher{6}.launch(y); }), 6);
}
TEST(Launch, FromAMemberOfATemplate) { EXPECT_EQ(first_after(Launcher::Kernels<int>::launch), 8); }
TEST(Launch, FromAMacro) {
    EXPECT_EQ(first_after([](int* y) { LAUNCH(put, y, 9); }), 9);
}

TEST(Launch, OfAnOverload) {
    EXPECT_EQ(first_after([](int* y) { put<<<1, 1>>>(y); }), 2);
    EXPECT_EQ(first_after([](int* y) { inner::put<<<1, 1>>>(y); }), 1);
    EXPECT_EQ(first_after([](int* y) { ::put<<<1, 1>>>(y, 3); }), 3);
}

TEST(Launch, OfATemplateWithCommas) {
    EXPECT_EQ(first_after([](int* y) { fill<int, (4 > 3)><<<1, 2>>>(y, 4); }), 4);
}

TEST(Launch, ThroughAFunctionPointer) {
    void (*const table[])(int*, int) = {put, fill<int, 1>};
    for (const auto kernel : table) EXPECT_EQ(first_after([=](int* y) { kernel<<<1, 1>>>(y, 3); }), 3);
    EXPECT_EQ(first_after([&](int* y) { table[1]<<<1, 1>>>(y, 4); }), 4);
    EXPECT_EQ(first_after([&](int* y) {
                  if (y != nullptr) (*table[0])<<<1, 1>>>(y, 5);
              }),
              5);
}

template <class F>
__global__ void apply(int* y, F f) {
    y[0] = f(20);
}

int apply_lambda(int one) {
    return first_after([=](int* y) { apply<<<1, 1>>>(y, [=] __device__(int x) { return x + one; }); });
}

TEST(Launch, WithALambda) { EXPECT_EQ(apply_lambda(1), 21); }

TEST(Launch, OnAStreamWithSharedMemory) {
    cudaStream_t stream;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    EXPECT_EQ(first_after([=](int* y) { put<<<dim3(1), dim3(1), 3 * sizeof(int), stream>>>(y, 7); }), 7);
    EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

// ---- Workers ----------------------------------------------------------------------------------

#ifdef DAYBREAK_CPU

using Workers = Child;

TEST_F(Workers, ShareTheBlocksOfALaunch) {
    EXPECT_EXIT(exit_with_number_of_workers(nullptr, "2"), testing::ExitedWithCode(2), "");
    EXPECT_EXIT(exit_with_number_of_workers(nullptr, "1"), testing::ExitedWithCode(1), "");
}

TEST_F(Workers, AreOneWhereAnOrderIsAskedFor) {
    for (const char* order : {"forward", "reverse", "random:1"})
        EXPECT_EXIT(exit_with_number_of_workers(order, "2"), testing::ExitedWithCode(1), "");
}

TEST_F(Workers, RefuseABadNumber) {
    for (const char* cores : {"0", "two", "", "-1", "2x", "2000"})
        EXPECT_EXIT(
            exit_with_number_of_workers("forward", cores), testing::ExitedWithCode(2),
            "^CPU device: DAYBREAK_CORES must be a number from 1 to 1024, not \"[^\n]*\": try DAYBREAK_CORES=1\n$");
}

#endif

__global__ void add_one(int* y) { y[blockIdx.x] += 1; }

TEST(Launch, FromTwoHostThreadsAtOnce) {
    const auto launch_often = [] {
        DeviceArray<int> y(std::vector<int>(10, 0));
        for (int i = 0; i < 3000; ++i) add_one<<<10, 1>>>(y.data());
        EXPECT_EQ(y.to_host(), std::vector<int>(10, 3000));
    };
    std::thread other(launch_often);
    launch_often();
    other.join();
}

}  // namespace
