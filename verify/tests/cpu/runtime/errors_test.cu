// Errors: the codes that a wrong call or launch gives, and what a fault inside a kernel does to the rest of the
// process. Faults run in child processes, which print the name of the error that the host sees.
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <cassert>
#include <string>
#include <thread>

#include "verify/tests/cpu/runtime/child.h"

namespace {

using testing::ExitedWithCode;

__global__ void nothing() {}
__global__ void set(int* y) { *y = 1; }

// ---- The last error ---------------------------------------------------------------------------

TEST(LastError, IsForgottenOnceItIsAskedFor) {
    EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // a success does not overwrite it
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(LastError, BelongsToTheHostThread) {
    EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
    std::thread([] { EXPECT_EQ(cudaGetLastError(), cudaSuccess); }).join();
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

TEST(LastError, HasANameAndAText) {
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidConfiguration), "cudaErrorInvalidConfiguration");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidConfiguration), "invalid configuration argument");
    EXPECT_STREQ(cudaGetErrorName(cudaSuccess), "cudaSuccess");
    EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

// ---- Launches ---------------------------------------------------------------------------------

cudaError_t after_launch(dim3 grid, dim3 block, std::size_t shared = 0) {
    nothing<<<grid, block, shared>>>();
    return cudaGetLastError();
}

TEST(LaunchError, OfAnEmptyGridOrBlock) {
    EXPECT_EQ(after_launch(0, 1), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(dim3(1, 0), 1), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(1, 0), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(1, dim3(1, 1, 0)), cudaErrorInvalidValue);
}

TEST(LaunchError, OfTooManyThreads) {
    EXPECT_EQ(after_launch(1, 1024), cudaSuccess);
    EXPECT_EQ(after_launch(1, 1025), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(1, dim3(32, 33)), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(1, dim3(1, 1, 65)), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(1, dim3(65536, 65536)), cudaErrorInvalidValue);  // 0 threads, in 32 bits
}

TEST(LaunchError, OfTooManyBlocks) {
    EXPECT_EQ(after_launch(dim3(1, 65535), 1), cudaSuccess);
    EXPECT_EQ(after_launch(dim3(1, 65536), 1), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(dim3(1, 1, 65536), 1), cudaErrorInvalidValue);
    EXPECT_EQ(after_launch(0x80000000u, 1), cudaErrorInvalidValue);
}

TEST(LaunchError, OfTooMuchSharedMemory) {
    EXPECT_EQ(after_launch(1, 1, 48 * 1024), cudaSuccess);
    EXPECT_EQ(after_launch(1, 1, 48 * 1024 + 1), cudaErrorInvalidValue);
}

TEST(LaunchError, LeavesTheKernelUnlaunched) {
    int* d_y = nullptr;
    ASSERT_EQ(cudaMalloc(&d_y, sizeof(int)), cudaSuccess);
    ASSERT_EQ(cudaMemset(d_y, 0, sizeof(int)), cudaSuccess);
    set<<<1, 1025>>>(d_y);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    int y = -1;
    EXPECT_EQ(cudaMemcpy(&y, d_y, sizeof y, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(y, 0);
    EXPECT_EQ(cudaFree(d_y), cudaSuccess);
}

// ---- The device -------------------------------------------------------------------------------

TEST(Device, IsOneAndHasProperties) {
    int count = 0, device = -1, value = 0;
    EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    EXPECT_GE(count, 1);
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
    EXPECT_EQ(device, 0);
    cudaDeviceProp properties;
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    EXPECT_EQ(properties.warpSize, 32);
    EXPECT_EQ(properties.maxThreadsPerBlock, 1024);
    EXPECT_EQ(properties.sharedMemPerBlock, 48u * 1024);
    EXPECT_NE(std::string(properties.name), "");
    EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimY, 0), cudaSuccess);
    EXPECT_EQ(value, 65535);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0), cudaSuccess);
    EXPECT_EQ(value, properties.major);
}

TEST(Device, RefusesWhatIsNotThere) {
    cudaDeviceProp properties;
    int value = 0;
    EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 99), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(0), 0), cudaErrorInvalidValue);
    cudaGetLastError();
}

#ifdef DAYBREAK_CPU

TEST(LaunchError, OfDynamicSharedMemoryIsLiftedUpToALimit) {
    EXPECT_EQ(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024 + 1),
              cudaErrorInvalidValue);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024), cudaSuccess);
    EXPECT_EQ(after_launch(1, 1, 64 * 1024), cudaSuccess);
    EXPECT_EQ(after_launch(1, 1, 64 * 1024 + 1), cudaErrorInvalidValue);
}

// ---- Faults inside a kernel -------------------------------------------------------------------

using Fault = Child;

// Launches, waits, prints what the host sees and ends the process.
template <class Launch>
[[noreturn]] void see(Launch launch) {
    launch();
    const cudaError_t at_launch = cudaGetLastError(), at_wait = cudaDeviceSynchronize();
    std::fprintf(stderr, "%s %s\n", cudaGetErrorName(at_launch), cudaGetErrorName(at_wait));
    std::exit(0);
}

__global__ void write_null(int* y, unsigned block, unsigned thread) {
    if (blockIdx.x == block && threadIdx.y == thread) *y = 1;
}

TEST_F(Fault, OfANullPointerNamesKernelBlockAndThread) {
    EXPECT_EXIT(see([] { write_null<<<4, dim3(2, 3)>>>(nullptr, 3, 2); }), ExitedWithCode(0),
                "^CPU device: illegal memory access at address 0x0: kernel write_null, block \\(3,0,0\\), thread "
                "\\([01],2,0\\)\ncudaSuccess cudaErrorIllegalAddress\n$");
}

TEST_F(Fault, MeetsEveryLaterCallThatNeedsTheDevice) {
    const auto after_fault = [] {
        int *d_y = nullptr, y = 5;
        cudaEvent_t event;
        const auto is_fault = [](cudaError_t error) {
            return error == cudaErrorIllegalAddress && cudaGetLastError() == error && cudaGetLastError() == cudaSuccess;
        };
        const auto launched = [](dim3 block) {
            nothing<<<1, block>>>();
            return cudaPeekAtLastError();
        };
        if (cudaMalloc(&d_y, sizeof y) != cudaSuccess) std::exit(1);
        write_null<<<1, 1>>>(nullptr, 0, 0);
        if (cudaGetLastError() != cudaSuccess) std::exit(2);
        if (!is_fault(cudaDeviceSynchronize()) || !is_fault(cudaDeviceSynchronize())) std::exit(3);
        if (!is_fault(launched(1)) || !is_fault(launched(0))) std::exit(4);
        if (!is_fault(cudaMalloc(&d_y, sizeof y)) || !is_fault(cudaFree(d_y))) std::exit(5);
        if (!is_fault(cudaMemcpy(&y, d_y, sizeof y, cudaMemcpyDeviceToHost)) || y != 5) std::exit(6);
        if (!is_fault(cudaEventCreate(&event))) std::exit(7);
        if (cudaSetDevice(99) != cudaErrorInvalidDevice || cudaGetDeviceCount(&y) != cudaSuccess) std::exit(8);
        std::exit(0);
    };
    EXPECT_EXIT(after_fault(), ExitedWithCode(0), "^[^\n]*\n$");
}

TEST_F(Fault, StopsTheDevice) {
    const auto launch_after_fault = [] {
        write_null<<<1, 1>>>(nullptr, 0, 0);
        for (int i = 0; i < 3; ++i) write_null<<<1, 1>>>(nullptr, 0, 0);
        cudaDeviceSynchronize();
        std::exit(0);
    };
    EXPECT_EXIT(launch_after_fault(), ExitedWithCode(0), "^[^\n]*write_null[^\n]*\n$");  // one message, not four
}

__global__ void count_then_fail(int* count) {
    *count += 1;
    __trap();
}

TEST_F(Fault, StopsTheOtherBlocks) {
    const auto exit_with_count = [] {
        steer("DAYBREAK_ORDER", "forward");
        int* count = nullptr;
        cudaMallocManaged(&count, sizeof(int));
        *count = 0;
        count_then_fail<<<20, 4>>>(count);
        cudaDeviceSynchronize();
        std::exit(*count);
    };
    EXPECT_EXIT(exit_with_count(), ExitedWithCode(1), "__trap");
}

__global__ void assert_small(int limit) { assert(static_cast<int>(threadIdx.x) < limit && "a reason"); }

TEST_F(Fault, OfAnAssertPrintsCudasLine) {
    EXPECT_EXIT(see([] { assert_small<<<1, 8>>>(8); }), ExitedWithCode(0), "^cudaSuccess cudaSuccess\n$");
    EXPECT_EXIT(
        see([] { assert_small<<<1, 8>>>(7); }), ExitedWithCode(0),
        "^[^ ]*errors_test.cu:[0-9]+: void .*assert_small\\(int\\): block: \\[0,0,0\\], thread: \\[7,0,0\\] Assertion "
        "`static_cast<int>\\(threadIdx.x\\) < limit && \"a reason\"` failed.\ncudaSuccess cudaErrorAssert\n$");
}

TEST_F(Fault, OfAnAssertOnTheHostAbortsAsEver) {
    EXPECT_EXIT(assert(1 == 2), testing::KilledBySignal(SIGABRT), "errors_test.cu:[0-9]+: .*1 == 2.* failed");
}

__device__ volatile int sink[32];  // where kernels leave what nobody reads

__global__ void divide(int by) { sink[0] = 7 / by; }

TEST_F(Fault, OfADivisionByZeroIsSaid) {
    EXPECT_EXIT(see([] { divide<<<1, 1>>>(0); }), ExitedWithCode(0),
                "^CPU device: integer division by zero [^\n]*: kernel divide, [^\n]*\n"
                "cudaSuccess cudaErrorLaunchFailure\n$");
}

__global__ void trap() { __trap(); }

TEST_F(Fault, OfATrap) {
    EXPECT_EXIT(see([] { trap<<<1, 1>>>(); }), ExitedWithCode(0),
                "^CPU device: __trap\\(\\) was called: kernel trap, [^\n]*\ncudaSuccess cudaErrorLaunchFailure\n$");
}

__device__ int deeper(volatile int* x, int n) {
    volatile int local[64];
    local[n % 64] = n;
    return n < 0 ? *x : deeper(local, n + 1) + local[1];
}
__global__ void recurse() {
    __syncthreads();
    sink[0] = deeper(sink, 1);
}
__global__ void large_array() {
    volatile int local[1 << 20];
    for (int i = 0; i < 1 << 20; i += 1024) local[i] = i;
    sink[0] = local[1024];
}

TEST_F(Fault, OfAStackThatOverflows) {
    const std::string message = "^CPU device: stack overflow: a thread used more than 128 KiB: kernel ";
    EXPECT_EXIT(see([] { recurse<<<1, 1>>>(); }), ExitedWithCode(0),
                message + "recurse, [^\n]*\ncudaSuccess cudaErrorIllegalAddress\n$");
    EXPECT_EXIT(see([] { large_array<<<1, 1>>>(); }), ExitedWithCode(0),
                message + "large_array, [^\n]*\ncudaSuccess cudaErrorIllegalAddress\n$");
}

template <int WORDS>
__global__ void declare_shared() {
    __shared__ int s[WORDS];
    extern __shared__ int dynamic[];
    s[WORDS - 1] = dynamic[0] = 1;
    sink[0] = s[WORDS - 1];
}

TEST_F(Fault, OfMoreSharedMemoryThanABlockMayHave) {
    EXPECT_EXIT(see([] { declare_shared<12 * 1024><<<1, 1, 1024>>>(); }), ExitedWithCode(0),
                "^cudaSuccess cudaSuccess\n$");
    EXPECT_EXIT(see([] { declare_shared<12 * 1024 + 1><<<1, 1>>>(); }), ExitedWithCode(0),
                "^CPU device: the block declares 49156 bytes of __shared__ variables, and 49152 are allowed: "
                "kernel declare_shared<12\\*1024\\+1>, [^\n]*\ncudaSuccess cudaErrorInvalidValue\n$");
    EXPECT_EXIT(see([] { declare_shared<12 * 1024><<<1, 1, 16 * 1024 + 4>>>(); }), ExitedWithCode(0),
                "^CPU device: the block has 65540 bytes of shared memory, and 65536 are allowed: "
                "kernel declare_shared<12\\*1024>, [^\n]*\ncudaSuccess cudaErrorInvalidValue\n$");
}

void launch_nothing() { nothing<<<1, 1>>>(); }
__global__ void launch_another() { launch_nothing(); }

TEST_F(Fault, OfALaunchInsideAKernel) {
    EXPECT_EXIT(see([] { launch_another<<<1, 1>>>(); }), ExitedWithCode(0),
                "^CPU device: a launch from inside a kernel[^\n]*: kernel launch_another, [^\n]*\n"
                "cudaSuccess cudaErrorNotSupported\n$");
}

TEST_F(Fault, OutsideAKernelIsTheProgramsOwn) {
    const auto crash = [] {
        nothing<<<1, 1>>>();
        *static_cast<volatile int*>(nullptr) = 1;
    };
    EXPECT_EXIT(crash(), testing::KilledBySignal(SIGSEGV), "^$");
}

TEST_F(Fault, OnAnotherHostThreadIsCaughtToo) {
    const auto on_thread = [] { std::thread([] { recurse<<<1, 1>>>(); }).join(); };
    EXPECT_EXIT(see(on_thread), ExitedWithCode(0), "stack overflow.*\ncudaSuccess cudaErrorIllegalAddress\n$");
}

TEST_F(Fault, IsToUseTheDeviceOfAParentProcess) {
    const auto fork_after_launch = [] {
        steer("DAYBREAK_CORES", "2");
        nothing<<<8, 1>>>();
        int status = -1;
        const pid_t child = fork();
        if (child == 0) see([] { nothing<<<8, 1>>>(); });
        waitpid(child, &status, 0);
        std::exit(cudaDeviceSynchronize() == cudaSuccess ? WEXITSTATUS(status) : 1);
    };
    EXPECT_EXIT(fork_after_launch(), ExitedWithCode(0),
                "^cudaErrorInitializationError cudaErrorInitializationError\n$");
}

// ---- Threads that wait for each other for ever --------------------------------------------------

__global__ void wait_for_each_other() {
    const int lane = threadIdx.x;
    if (lane < 16)
        __syncthreads();  // BARRIER
    else
        sink[lane] = __shfl_sync(0xffffffffu, lane, 0);  // SHUFFLE
}
constexpr int BARRIER = __LINE__ - 4, SHUFFLE = __LINE__ - 2;

std::string waits(int count, int line, const std::string& what, const std::string& first) {
    return "    " + std::to_string(count) + " threads? waits? at [^ ]*errors_test.cu:" + std::to_string(line) + " in " +
           what + ", first thread \\(" + first + ",0,0\\)\n";
}

using Deadlock = Child;

TEST_F(Deadlock, SaysWhoWaitsWhere) {
    EXPECT_EXIT(see([] { wait_for_each_other<<<3, 32>>>(); }), ExitedWithCode(0),
                "^CPU device: deadlock in kernel wait_for_each_other, block \\([0-2],0,0\\): no thread can go on\n" +
                    waits(16, BARRIER, "__syncthreads\\(\\)", "0") +
                    waits(16, SHUFFLE, "__shfl_sync\\(\\) with mask 0xffffffff", "16") +
                    "cudaSuccess cudaErrorLaunchTimeout\n$");
}

__global__ void disagree_on_the_mask() {
    const unsigned lane = threadIdx.x;
    sink[lane] = __ballot_sync(lane == 5 ? 0xfffffffeu : 0xffffffffu, 1);
}

TEST_F(Deadlock, OfLanesThatNameDifferentMasks) {
    EXPECT_EXIT(see([] { disagree_on_the_mask<<<1, 32>>>(); }), ExitedWithCode(0),
                "    1 thread waits at .* in __ballot_sync\\(\\) with mask 0xfffffffe, first thread \\(5,0,0\\)\n"
                "    31 threads wait at .* in __ballot_sync\\(\\) with mask 0xffffffff, first thread \\(0,0,0\\)\n"
                "cudaSuccess cudaErrorLaunchTimeout\n$");
}

__global__ void disagree_on_the_function() {
    const int lane = threadIdx.x;
    sink[lane] = lane < 10 ? __ballot_sync(0xffffffffu, 1) : __shfl_sync(0xffffffffu, 1u, 0);
}

TEST_F(Deadlock, OfLanesInDifferentFunctions) {
    EXPECT_EXIT(see([] { disagree_on_the_function<<<1, 32>>>(); }), ExitedWithCode(0),
                "    10 threads wait at .* in __ballot_sync\\(\\) with mask 0xffffffff, first thread \\(0,0,0\\)\n"
                "    22 threads wait at .* in __shfl_sync\\(\\) with mask 0xffffffff, first thread \\(10,0,0\\)\n"
                "cudaSuccess cudaErrorLaunchTimeout\n$");
}

__global__ void leave_oneself_out() { sink[threadIdx.x] = __shfl_sync(0xffff0000u, 1, 16); }

TEST_F(Fault, OfALaneThatItsMaskDoesNotName) {
    EXPECT_EXIT(
        see([] { leave_oneself_out<<<1, 32>>>(); }), ExitedWithCode(0),
        "^CPU device: the mask 0xffff0000 of __shfl_sync\\(\\) at [^ ]*errors_test.cu:[0-9]+ does not name the lane "
        "[0-9]+ that calls it: kernel leave_oneself_out, [^\n]*\ncudaSuccess cudaErrorLaunchFailure\n$");
}

#endif

}  // namespace
