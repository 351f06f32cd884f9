// common/check.h: one line for each failure, and the exit code that goes with it.
#include "common/check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cassert>

namespace {

using common::architectures;
using common::describe;
using common::run_argument;
using testing::ExitedWithCode;

constexpr const char* LESSON = "lessons/day099-forward-pass/forward_pass.cu";

__global__ void nothing() {}

TEST(RunArgument, IsTheDayOrTheFile) {
    EXPECT_EQ(run_argument(LESSON), "99");
    EXPECT_EQ(run_argument("/home/me/daybreak/lessons/day007-map-family/map.cu"), "7");
    EXPECT_EQ(run_argument("lessons/day100-training-capstone/train.cu"), "100");
    EXPECT_EQ(run_argument("scratch/mine.cu"), "scratch/mine.cu");
    EXPECT_EQ(run_argument("/daylight/mine.cu"), "/daylight/mine.cu");
    EXPECT_EQ(run_argument("common/timing.h"), "N");
}

TEST(Architectures, AreNamedAsNvccTakesThem) {
    EXPECT_EQ(architectures("750"), "sm_75");
    EXPECT_EQ(architectures("750,900,1200"), "sm_75, sm_90, sm_120");
    EXPECT_EQ(architectures(""), "architectures that it does not name");
}

TEST(Describe, AnOrdinaryErrorNamesPlaceExpressionNameAndText) {
    const auto [exit_code, line] = describe(cudaErrorInvalidValue, "cudaFree(p)", LESSON, "a.cu:7", "750", 90);
    EXPECT_EQ(exit_code, 3);
    EXPECT_EQ(line,
              std::string("a.cu:7: cudaFree(p): cudaErrorInvalidValue: ") + cudaGetErrorString(cudaErrorInvalidValue));
}

TEST(Describe, ALaunchThatFailedPointsToTheDoctor) {
    const std::string line = describe(cudaErrorInvalidConfiguration, "launch", LESSON, "a.cu:7", "750", 90).line;
    EXPECT_EQ(line, std::string("a.cu:7: launch: cudaErrorInvalidConfiguration: ") +
                        cudaGetErrorString(cudaErrorInvalidConfiguration) +
                        "; if it is the machine: scripts/day doctor");
}

TEST(Describe, WithoutADeviceTheRemedyIsTheCpuDevice) {
    for (const cudaError_t error : {cudaErrorNoDevice, cudaErrorInsufficientDriver, cudaError_t(34)}) {
        const auto [exit_code, line] = describe(error, "cudaMalloc(&p, 4)", LESSON, "a.cu:7", "750", 0);
        EXPECT_EQ(exit_code, 77);
        EXPECT_EQ(line, std::string("a.cu:7: no suitable device (") + cudaGetErrorName(error) + ": " +
                            cudaGetErrorString(error) + "); without a GPU: scripts/day run 99 --device cpu");
    }
}

TEST(Describe, ABinaryThatDoesNotFitNamesBothArchitecturesAndTheRebuild) {
    for (const cudaError_t error : {cudaErrorNoKernelImageForDevice, cudaErrorUnsupportedPtxVersion,
                                    cudaErrorInvalidPtx, cudaErrorInvalidKernelImage, cudaErrorInvalidDeviceFunction}) {
        const auto [exit_code, line] = describe(error, "launch", LESSON, "a.cu:7", "750,800", 90);
        EXPECT_EQ(exit_code, 3);
        EXPECT_EQ(line, std::string("a.cu:7: launch: ") + cudaGetErrorName(error) + ": " + cudaGetErrorString(error) +
                            "; built for sm_75, sm_80, the device is sm_90; rebuild: CUDAARCHS=90 scripts/day run 99");
    }
}

TEST(Describe, ABinaryThatDoesNotFitAnUnknownDevice) {
    const std::string line = describe(cudaErrorNoKernelImageForDevice, "launch", "mine.cu", "a.cu:7", "", 0).line;
    EXPECT_NE(line.find("built for architectures that it does not name, the device is of an unknown architecture; "
                        "rebuild: CUDAARCHS=native scripts/day run mine.cu"),
              std::string::npos)
        << line;
}

TEST(SwitchedOn, NothingAndZeroAreOff) {
    unsetenv("DAYBREAK_TEST");
    EXPECT_FALSE(common::switched_on("DAYBREAK_TEST"));
    setenv("DAYBREAK_TEST", "", 1);
    EXPECT_FALSE(common::switched_on("DAYBREAK_TEST"));
    setenv("DAYBREAK_TEST", "0", 1);
    EXPECT_FALSE(common::switched_on("DAYBREAK_TEST"));
    setenv("DAYBREAK_TEST", "1", 1);
    EXPECT_TRUE(common::switched_on("DAYBREAK_TEST"));
    unsetenv("DAYBREAK_TEST");
}

// These ask a device, and die: each in a process of its own, since a device context does not survive a fork.
class Check : public testing::Test {
 protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(Check, SuccessSaysNothing) {
    int count = 0;
    CHECK_CUDA(cudaGetDeviceCount(&count));
    EXPECT_GE(count, 1);
    nothing<<<1, 1>>>();
    CHECK_LAUNCH();
    CHECK_CUDA(cudaDeviceSynchronize());
    EXPECT_GT(common::compute_capability(), 0);
}

TEST_F(Check, AFailedCallNamesThisLine) {
    EXPECT_EXIT(CHECK_CUDA(cudaSetDevice(9999)), ExitedWithCode(3),
                "check_test.cu:[0-9]+: cudaSetDevice\\(9999\\): cudaErrorInvalidDevice: [a-z]");
}

TEST_F(Check, AnExpressionWithCommasIsNamedWhole) {
    EXPECT_EXIT(CHECK_CUDA([](int a, int b) { return a < b ? cudaErrorInvalidValue : cudaSuccess; }(1, 2)),
                ExitedWithCode(3), "int a, int b.*cudaErrorInvalidValue: ");
}

TEST_F(Check, ARefusedLaunchNamesThisLine) {
    // Which of the two errors it is depends on the device: an H200 says InvalidValue.
    EXPECT_EXIT(([] {
                    nothing<<<1, 2048>>>();  // more threads than a block may have
                    CHECK_LAUNCH();
                }()),
                ExitedWithCode(3), "check_test.cu:[0-9]+: launch: cudaErrorInvalid(Configuration|Value): [a-z]");
}

TEST_F(Check, WhatStdoutHoldsComesFirst) {
    EXPECT_EXIT(
        {
            dup2(2, 1);  // both into one pipe
            setvbuf(stdout, nullptr, _IOFBF, 1 << 12);
            std::printf("the row before\n");
            CHECK_CUDA(cudaSetDevice(9999));
        },
        ExitedWithCode(3), "the row before\n.*cudaErrorInvalidDevice");
}

__global__ void fault() { assert(blockDim.x == 0); }

TEST_F(Check, WithDaybreakSyncTheLaunchWaitsForTheKernelsError) {
    EXPECT_EXIT(([] {
                    setenv("DAYBREAK_SYNC", "1", 1);
                    fault<<<1, 1>>>();
                    CHECK_LAUNCH();
                    std::exit(0);
                }()),
                ExitedWithCode(3), "check_test.cu:[0-9]+: launch.*: cudaErrorAssert: ");
}

}  // namespace
