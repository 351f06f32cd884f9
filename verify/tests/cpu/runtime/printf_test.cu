// printf in kernels: the C library's formats, whole lines, and between blocks and host the order of the program.
#include <unistd.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

// What `body` prints, once the device is done.
template <class Body>
std::string printed(Body body) {
    testing::internal::CaptureStdout();
    body();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::fflush(stdout);
    return testing::internal::GetCapturedStdout();
}

__device__ void print_in_function(int i) { std::printf("[%d]", i); }

__global__ void print_everything() {
    printf("plain\n");
    printf("%d %5u|%-6x|%c %s %% %lld\n", -3, 42u, 255, 'c', "text", 1ll << 40);
    std::printf("%.3f %g %08.3e\n", 1.0 / 3, 1e100, -2.5f);
    if (threadIdx.x == 0) ::printf("a");
    threadIdx.x == 0 && printf("b");
    print_in_function(7);
}

TEST(Printf, FormatsAsTheHostDoes) {
    EXPECT_EQ(printed([] { print_everything<<<1, 1>>>(); }),
              "plain\n-3    42|ff    |c text % 1099511627776\n0.333 1e+100 -2.500e+00\nab[7]");
}

__device__ char long_text[3001];
__global__ void print_long() {
    for (int i = 0; i < 3000; ++i) long_text[i] = '0' + i % 10;
    printf("%s", long_text);
}

TEST(Printf, CutsNothingOff) {
    const std::string text = printed([] { print_long<<<1, 1>>>(); });
    EXPECT_EQ(text.size(), 3000u);
    EXPECT_EQ(text.substr(2990), "0123456789");
}

__global__ void print_number(int i) { printf("%d ", i); }

TEST(Printf, KeepsTheOrderOfLaunchesAndHost) {
    EXPECT_EQ(printed([] {
                  std::printf("0 ");
                  for (int i = 1; i < 4; ++i) print_number<<<1, 1>>>(i);
                  cudaDeviceSynchronize();
                  std::printf("4 ");
                  print_number<<<1, 1>>>(5);
              }),
              "0 1 2 3 4 5 ");
}

#ifdef DAYBREAK_CPU  // a GPU promises no order between blocks

__global__ void print_block() {
    for (int line = 0; line < 3; ++line) {
        printf("%d,", blockIdx.x);
        __syncthreads();
    }
    if (threadIdx.x == 0) printf("\n");
}

TEST(Printf, KeepsTheLinesOfABlockTogether) {
    std::istringstream lines(printed([] { print_block<<<50, 4>>>(); }));
    std::set<std::string> seen;
    for (std::string line; std::getline(lines, line);) {
        const std::string number = line.substr(0, line.find(',') + 1);
        std::string want;
        for (int i = 0; i < 12; ++i) want += number;
        EXPECT_EQ(line, want);
        seen.insert(line);
    }
    EXPECT_EQ(seen.size(), 50u);
}

__global__ void print_ranks() {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // so that another worker gets its share
    printf("%d.%d ", blockIdx.x, threadIdx.x);
}

void print_to_stderr() {  // a death test looks at nothing else
    std::fflush(stdout);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

[[noreturn]] void print_in(const char* order) {
    steer("DAYBREAK_ORDER", order);
    steer("DAYBREAK_CORES", "2");
    print_to_stderr();
    print_ranks<<<4, 2>>>();
    cudaDeviceSynchronize();
    std::exit(0);
}

using PrintfOrder = Child;

TEST_F(PrintfOrder, IsThatOfTheBlocksHoweverManyWorkersRan) {
    EXPECT_EXIT(print_in(nullptr), ExitedWithCode(0), "^0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 $");
}

TEST_F(PrintfOrder, IsTheOneAskedFor) {
    EXPECT_EXIT(print_in("forward"), ExitedWithCode(0), "^0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1 $");
    EXPECT_EXIT(print_in("reverse"), ExitedWithCode(0), "^3.1 3.0 2.1 2.0 1.1 1.0 0.1 0.0 $");
}

__global__ void print_and_fail() {
    printf("before ");
    __trap();
}

TEST_F(PrintfOrder, PutsAFaultAfterWhatWasPrintedBeforeIt) {
    const auto fail = [] {
        print_to_stderr();
        std::printf("host ");
        print_and_fail<<<1, 1>>>();
        cudaDeviceSynchronize();
        std::exit(0);
    };
    EXPECT_EXIT(fail(), ExitedWithCode(0), "^host before CPU device: __trap");
}

#endif

}  // namespace
