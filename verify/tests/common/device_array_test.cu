// common/device_array.h: poison, canaries, inputs that must not change, and exact allocations under a checker.
#include "common/device_array.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace {

using common::DeviceArray;
using testing::ExitedWithCode;

__global__ void store(float* y, long i, float value) { y[i] = value; }
__global__ void store_byte(unsigned char* y, long i, unsigned char value) { y[i] = value; }
__global__ void add_one(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + 1.0f;
}

std::vector<float> counting(std::size_t n) {
    std::vector<float> values(n);
    std::iota(values.begin(), values.end(), 0.25f);
    return values;
}

// What a kernel may not do and this one does: write through a pointer to const.
void write_input(const DeviceArray<float>& x, long i, float value) {
    store<<<1, 1>>>(const_cast<float*>(x.data()), i, value);
    CHECK_LAUNCH();
}

// A lesson whose arrays live and die in `body` and whose later gates all pass: the process must fail all the same.
template <class F>
[[noreturn]] void lesson(F body, int exit_code = 0) {
    body();
    std::fprintf(stderr, "later gates still run\n");
    std::exit(exit_code);
}

// Tests that die run in a process of their own, since a device context does not survive a fork.
class Array : public testing::Test {
 protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        unsetenv("DAYBREAK_EXACT");
    }
    void TearDown() override { unsetenv("DAYBREAK_EXACT"); }
};
using ArrayDamage = Array;
using ArrayExact = Array;

TEST_F(Array, AKernelReadsAnInputAndWritesAnOutput) {
    const std::vector<float> host = counting(1000);
    const DeviceArray<float> x(host);
    DeviceArray<float> y(1000);
    add_one<<<4, 256>>>(x.data(), y.data(), 1000);
    CHECK_LAUNCH();
    const std::vector<float> got = y.to_host();
    ASSERT_EQ(got.size(), 1000u);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(got[i], host[i] + 1.0f);
    EXPECT_EQ(x.to_host(), host);
    EXPECT_EQ(x.size(), 1000u);
}

TEST_F(Array, FreshElementsArePoison) {
    for (const float value : DeviceArray<float>(37).to_host()) EXPECT_TRUE(std::isnan(value));
    for (const double value : DeviceArray<double>(37).to_host()) EXPECT_TRUE(std::isnan(value));
    for (const int value : DeviceArray<int>(37).to_host()) EXPECT_EQ(value, -1);
    for (const unsigned char value : DeviceArray<unsigned char>(37).to_host()) EXPECT_EQ(value, 0xFF);
}

TEST_F(Array, PoisonOverwritesAllElementsAndNothingElse) {
    DeviceArray<float> y(37);
    y.upload(counting(37));
    y.poison();
    for (const float value : y.to_host()) EXPECT_TRUE(std::isnan(value));
}

TEST_F(Array, BeginsOn256Bytes) {
    for (const std::size_t n : {1, 3, 64, 1000, 4097}) {
        const DeviceArray<unsigned char> bytes(n);
        const DeviceArray<double> numbers(n);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % 256, 0u) << n;
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % 256, 0u) << n;
    }
}

TEST_F(Array, MayBeEmpty) {
    DeviceArray<float> sized(0);
    const DeviceArray<float> filled(std::vector<float>{});
    EXPECT_EQ(sized.size(), 0u);
    EXPECT_TRUE(sized.to_host().empty());
    EXPECT_TRUE(filled.to_host().empty());
    sized.upload({});
    sized.poison();
}

TEST_F(Array, MovesAndLeavesAnEmptyArrayBehind) {
    DeviceArray<float> a(counting(5));
    const float* where = std::as_const(a).data();
    DeviceArray<float> b(std::move(a));
    EXPECT_EQ(std::as_const(b).data(), where);
    EXPECT_EQ(b.to_host(), counting(5));
    EXPECT_EQ(a.size(), 0u);
    EXPECT_TRUE(a.to_host().empty());

    DeviceArray<float> c(3);
    c = std::move(b);
    EXPECT_EQ(std::as_const(c).data(), where);
    EXPECT_EQ(c.to_host(), counting(5));

    std::vector<DeviceArray<float>> layers;  // growing moves what is there
    for (int n = 1; n <= 5; ++n) layers.emplace_back(counting(n));
    EXPECT_EQ(layers[0].to_host(), counting(1));
    static_assert(!std::is_copy_constructible_v<DeviceArray<float>> && !std::is_copy_assignable_v<DeviceArray<float>>);
}

TEST_F(Array, UploadOfAnotherSizeIsRefused) {
    DeviceArray<float> y(4);
    EXPECT_EXIT(y.upload(counting(5)), ExitedWithCode(3),
                "device_array_test.cu:[0-9]+: upload: the device array has 4 elements, the host array 5");
}

TEST_F(Array, ANegativeSizeIsRefused) {
    EXPECT_EXIT(
        DeviceArray<float>(std::size_t(-1)), ExitedWithCode(3),
        "device_array_test.cu:[0-9]+: device array of 18446744073709551615 elements .*was the size negative\\?");
}

TEST_F(Array, TooMuchIsOutOfMemoryOnThisLine) {
    EXPECT_EXIT(DeviceArray<float>(std::size_t(1) << 50), ExitedWithCode(3),
                "device_array_test.cu:[0-9]+: cudaMalloc of 4503599627371008 bytes: cudaErrorMemoryAllocation: ");
}

TEST_F(ArrayDamage, ACleanProgramExitsWithZero) {
    EXPECT_EXIT(lesson([] {
                    const DeviceArray<float> x(counting(10));
                    DeviceArray<float> y(10);
                    add_one<<<1, 32>>>(x.data(), y.data(), 10);
                }),
                ExitedWithCode(0), "^later gates still run\n$");
}

TEST_F(ArrayDamage, OnePastTheEnd) {
    EXPECT_EXIT(
        lesson([] {
            DeviceArray<float> y(10);
            store<<<1, 1>>>(y.data(), 10, 0.0f);
        }),
        ExitedWithCode(1),
        "^[^\n]*device_array_test.cu:[0-9]+: device array of 10 elements \\(4 bytes each\\): written past its end, at "
        "element \\[10\\], 0 bytes after the last\nlater gates still run\n$");
}

TEST_F(ArrayDamage, OneBeforeTheStart) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> y(10);
                    store<<<1, 1>>>(y.data(), -1, 0.0f);
                }),
                ExitedWithCode(1),
                "written before its start, at element \\[-1\\], 0 bytes before the first\nlater gates still run\n$");
}

TEST_F(ArrayDamage, BothEndsAndTheirDistance) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> y(10);
                    store<<<1, 1>>>(y.data(), -64, NAN);  // the outermost elements of both canaries
                    store<<<1, 1>>>(y.data(), 10 + 63, NAN);
                }),
                ExitedWithCode(1),
                "at element \\[-64\\], 252 bytes before the first\n.*"
                "at element \\[73\\], 252 bytes after the last\nlater gates still run\n$");
}

TEST_F(ArrayDamage, ASingleByte) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<unsigned char> y(7);  // the end lies on no boundary at all
                    store_byte<<<1, 1>>>(y.data(), 7, 0);
                }),
                ExitedWithCode(1),
                "7 elements \\(1 bytes each\\): written past its end, at element \\[7\\], 0 bytes after");
}

TEST_F(ArrayDamage, AnEmptyArrayHasEndsToo) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> y(0);
                    store<<<1, 1>>>(y.data(), 0, 0.0f);
                }),
                ExitedWithCode(1), "0 elements \\(4 bytes each\\): written past its end, at element \\[0\\]");
}

TEST_F(ArrayDamage, AChangedInput) {
    EXPECT_EXIT(lesson([] {
                    const DeviceArray<float> x(counting(10));
                    write_input(x, 7, 3.5f);
                }),
                ExitedWithCode(1),
                "^[^\n]*device_array_test.cu:[0-9]+: device array of 10 elements \\(4 bytes each\\): "
                "this input was changed, first at element \\[7\\], from 7.25 to 3.5\nlater gates still run\n$");
}

TEST_F(ArrayDamage, AChangedInputOfSeveralParts) {
    EXPECT_EXIT(lesson([] {
                    const DeviceArray<float> x(std::vector<float>(1000003, 1.0f));  // compared a megabyte at a time
                    write_input(x, 1000002, 2.0f);
                }),
                ExitedWithCode(1), "first at element \\[1000002\\], from 1 to 2\nlater gates still run\n$");
}

TEST_F(ArrayDamage, AnotherKindOfZeroIsAChange) {
    EXPECT_EXIT(lesson([] {
                    const DeviceArray<float> x(std::vector<float>(3, 0.0f));
                    write_input(x, 0, -0.0f);
                }),
                ExitedWithCode(1), "first at element \\[0\\], from 0 to -0\nlater gates still run\n$");
}

TEST_F(ArrayDamage, AChangedInputIsSeenBeforeItIsOverwritten) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> x(3);
                    x.upload(counting(3));  // nobody asked for a pointer to write through: an input
                    write_input(x, 1, 9.0f);
                    x.upload(counting(3));
                }),
                ExitedWithCode(1), "first at element \\[1\\], from 1.25 to 9\nlater gates still run\n$");
}

TEST_F(ArrayDamage, AMovedInputIsStillAnInput) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> x(counting(3));
                    const DeviceArray<float> moved(std::move(x));
                    write_input(moved, 2, 9.0f);
                }),
                ExitedWithCode(1), "first at element \\[2\\], from 2.25 to 9\nlater gates still run\n$");
}

TEST_F(ArrayDamage, AMovedArrayKeepsItsCanaries) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> y(10);
                    DeviceArray<float> moved(std::move(y));
                    store<<<1, 1>>>(moved.data(), 10, 0.0f);
                }),
                ExitedWithCode(1), "written past its end, at element \\[10\\]");
}

TEST_F(ArrayDamage, AnArrayLentForWritingIsNoInput) {
    EXPECT_EXIT(lesson([] {
                    DeviceArray<float> y(counting(10));
                    store<<<1, 1>>>(y.data(), 7, 3.5f);
                    y.upload(counting(10));
                    write_input(y, 7, 3.5f);
                    DeviceArray<float> moved(std::move(y));
                    moved.upload(counting(10));
                    write_input(moved, 7, 3.5f);
                }),
                ExitedWithCode(0), "^later gates still run\n$");
}

TEST_F(ArrayDamage, AGreaterExitCodeStays) {
    EXPECT_EXIT(lesson(
                    [] {
                        DeviceArray<float> y(10);
                        store<<<1, 1>>>(y.data(), 10, 0.0f);
                    },
                    3),
                ExitedWithCode(3), "written past its end");
}

TEST_F(ArrayExact, TheAllocationBeginsAtTheArray) {
    // cudaFree takes the beginning of an allocation and nothing else. The process ends before the array frees it again.
    EXPECT_EXIT(
        {
            setenv("DAYBREAK_EXACT", "1", 1);
            DeviceArray<float> y(10);
            std::_Exit(cudaFree(y.data()) == cudaSuccess ? 0 : 1);
        },
        ExitedWithCode(0), "");
    EXPECT_EXIT(
        {
            DeviceArray<float> y(10);
            std::_Exit(cudaFree(y.data()) == cudaSuccess ? 0 : 1);
        },
        ExitedWithCode(1), "");
}

TEST_F(ArrayExact, EverythingElseIsAsBefore) {
    setenv("DAYBREAK_EXACT", "1", 1);
    const DeviceArray<float> x(counting(10));
    DeviceArray<float> y(10);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 256, 0u);
    add_one<<<1, 32>>>(x.data(), y.data(), 10);
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host()[9], 10.25f);
    y.poison();
    for (const float value : y.to_host()) EXPECT_TRUE(std::isnan(value));

    DeviceArray<float> empty(0);
    const DeviceArray<float> filled(std::vector<float>{});
    EXPECT_TRUE(empty.to_host().empty());
    EXPECT_TRUE(filled.to_host().empty());
    empty.upload({});
    empty.poison();
}

TEST_F(ArrayExact, AChangedInputIsStillSeen) {
    EXPECT_EXIT(lesson([] {
                    setenv("DAYBREAK_EXACT", "1", 1);
                    const DeviceArray<float> x(counting(10));
                    write_input(x, 7, 3.5f);
                }),
                ExitedWithCode(1), "first at element \\[7\\], from 7.25 to 3.5\nlater gates still run\n$");
}

}  // namespace
