// Cooperative launches: blocks that wait for each other.
#include <cooperative_groups.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cuda/barrier>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

namespace cg = cooperative_groups;
using common::DeviceArray;

template <class... Params, class... Args>
void launch(void (*kernel)(Params...), dim3 grid, dim3 block, Args... args) {
    void* arguments[] = {&args...};
    CHECK_CUDA(cudaLaunchCooperativeKernel(kernel, grid, block, arguments));
    CHECK_CUDA(cudaDeviceSynchronize());
}

// ---- Waiting ----------------------------------------------------------------------------------

// Each round, every thread reads what another block wrote in the round before.
__global__ void pass_on(int* x, int* y, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    const int n = grid.size(), i = grid.thread_rank();
    for (int round = 0; round < rounds; ++round) {
        y[i] = x[(i + blockDim.x) % n] + 1;
        grid.sync();
        int* const old = x;
        x = y, y = old;
    }
}

void expect_passed_on(int blocks, int threads, int rounds) {
    const int n = blocks * threads;
    std::vector<int> want(n);
    for (int i = 0; i < n; ++i) want[i] = i;
    DeviceArray<int> x(want), y(n);
    launch(pass_on, blocks, threads, x.data(), y.data(), rounds);
    for (int round = 0; round < rounds; ++round) {
        std::rotate(want.begin(), want.begin() + threads % n, want.end());
        for (int& value : want) ++value;
    }
    EXPECT_EQ((rounds % 2 == 0 ? x : y).to_host(), want) << blocks << ' ' << threads;
}

TEST(GridSync, ShowsWhatOtherBlocksWrote) {
    expect_passed_on(1, 1, 2);
    expect_passed_on(2, 1, 3);
    expect_passed_on(5, 33, 8);
    expect_passed_on(64, 64, 3);
    expect_passed_on(16, 1024, 2);
    expect_passed_on(3, 7, 5);  // fewer blocks than before
}

__global__ void in_three_dimensions(int* y) {
    const cg::grid_group grid = cg::this_grid();
    y[grid.thread_rank()] = grid.is_valid();
    grid.sync();
    const unsigned long long other = grid.size() - 1 - grid.thread_rank();
    const int seen = y[other];
    grid.sync();
    y[other] = seen + 10 * blockIdx.z + 100 * blockIdx.y + 1000 * threadIdx.y;
}

TEST(GridSync, InThreeDimensions) {
    DeviceArray<int> d_y(2 * 3 * 2 * 8);
    launch(in_three_dimensions, dim3(2, 3, 2), dim3(4, 2), d_y.data());
    const std::vector<int> y = d_y.to_host();
    for (int i = 0; i < 96; ++i) {
        const int other = 95 - i, block = other / 8;
        EXPECT_EQ(y[i], 1 + 10 * (block / 6) + 100 * (block / 2 % 3) + 1000 * (other % 8 / 4)) << i;
    }
}

// Arrives, does something else, and only then waits.
__global__ void in_two_halves(int* x, int* y) {
    const cg::grid_group grid = cg::this_grid();
    x[grid.thread_rank()] = 1;
    auto token = grid.barrier_arrive();
    y[grid.thread_rank()] = 10;
    grid.barrier_wait(std::move(token));
    y[grid.thread_rank()] += x[grid.size() - 1 - grid.thread_rank()];
}

TEST(GridSync, InTwoHalves) {
    DeviceArray<int> x(128), y(128);
    launch(in_two_halves, 4, 32, x.data(), y.data());
    EXPECT_EQ(y.to_host(), std::vector<int>(128, 11));
}

// ---- What each block has for itself -----------------------------------------------------------

extern __shared__ int outer_dynamic[];

__device__ int* shared_of_function() {
    __shared__ int one;
    return &one;
}

__global__ void keep_shared(int* errors) {
    extern __shared__ int dynamic[];
    __shared__ int tile[32];
    const cg::grid_group grid = cg::this_grid();
    const int block = grid.block_rank();
    tile[threadIdx.x] = 100 * block + threadIdx.x;
    if (threadIdx.x == 0) {
        *shared_of_function() = block;
        dynamic[0] = 7 * block;
        outer_dynamic[1] = 8 * block;
    }
    for (int round = 0; round < 4; ++round) {
        grid.sync();
        if (tile[31 - threadIdx.x] != static_cast<int>(100 * block + 31 - threadIdx.x)) atomicAdd(errors, 1);
        if (*shared_of_function() != block || outer_dynamic[0] != 7 * block || dynamic[1] != 8 * block)
            atomicAdd(errors, 1);
        if (grid.block_rank() != blockIdx.x || gridDim.x != 6 || blockDim.x != 32) atomicAdd(errors, 1);
    }
}

TEST(Blocks, KeepTheirSharedMemory) {
    DeviceArray<int> errors(std::vector<int>{0});
    int* d_errors = errors.data();
    void* arguments[] = {&d_errors};
    CHECK_CUDA(cudaLaunchCooperativeKernel(keep_shared, 6, 32, arguments, 2 * sizeof(int)));
    CHECK_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(errors.to_host()[0], 0);
}

__global__ void plain(int* y) {
    __shared__ int one;
    if (threadIdx.x == 0) one = blockIdx.x;
    __syncthreads();
    y[blockIdx.x * blockDim.x + threadIdx.x] = one;
}

TEST(Blocks, OfOtherLaunchesAreAsEver) {
    expect_passed_on(4, 32, 2);
    DeviceArray<int> d_y(64);
    plain<<<2, 32>>>(d_y.data());
    CHECK_LAUNCH();
    const std::vector<int> y = d_y.to_host();
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], i / 32);
    launch(plain, 2, 32, d_y.data());  // one that needs no barrier
    EXPECT_EQ(d_y.to_host(), y);
}

// ---- Without the grid's barrier ---------------------------------------------------------------

// A hand-made barrier: it only naps while it waits.
__global__ void by_hand(unsigned* count, int* x, int* y) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = 5;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(count, 1u);
        while (atomicAdd(count, 0u) < gridDim.x) __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    const int other = (gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x;
    y[other] = x[other];
}

TEST(Blocks, MayWaitByHandIfTheyNap) {
    DeviceArray<unsigned> count(std::vector<unsigned>{0});
    DeviceArray<int> x(8 * 64), y(8 * 64);
    launch(by_hand, 8, 64, count.data(), x.data(), y.data());
    EXPECT_EQ(y.to_host(), std::vector<int>(8 * 64, 5));
}

using DeviceBarrier = cuda::barrier<cuda::thread_scope_device>;

__global__ void by_device_barrier(DeviceBarrier* barrier, int* x, int* y) {
    const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 3; ++round) {
        x[i] = round + i;
        barrier->arrive_and_wait();
        y[i] = x[n - 1 - i];
        barrier->arrive_and_wait();
    }
}
__global__ void make_barrier(DeviceBarrier* barrier, int expected) { init(barrier, expected); }

TEST(Blocks, MayWaitAtABarrierInGlobalMemory) {
    DeviceBarrier* barrier;
    CHECK_CUDA(cudaMalloc(&barrier, sizeof *barrier));
    make_barrier<<<1, 1>>>(barrier, 4 * 32);
    CHECK_LAUNCH();
    DeviceArray<int> x(128), d_y(128);
    launch(by_device_barrier, 4, 32, barrier, x.data(), d_y.data());
    const std::vector<int> y = d_y.to_host();
    for (int i = 0; i < 128; ++i) EXPECT_EQ(y[i], 2 + 127 - i);
    CHECK_CUDA(cudaFree(barrier));
}

// ---- The launch -------------------------------------------------------------------------------

TEST(Launch, HasItsOwnLimit) {
    int blocks = 0, multiprocessors = 0, cooperative = 0;
    for (const int threads : {32, 96, 256, 1024}) {
        CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pass_on, threads, 0));
        CHECK_CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
        ASSERT_GE(blocks * multiprocessors, 1);
        expect_passed_on(blocks * multiprocessors, threads, 2);
        int* x = nullptr;
        int rounds = 0;
        void* arguments[] = {&x, &x, &rounds};
        const auto too_many = static_cast<unsigned>(blocks * multiprocessors + 1);
        EXPECT_EQ(cudaLaunchCooperativeKernel(pass_on, too_many, threads, arguments),
                  cudaErrorCooperativeLaunchTooLarge);
        EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
        EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    }
    CHECK_CUDA(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0));
    EXPECT_EQ(cooperative, 1);
}

TEST(Launch, SharedMemoryLimitsIt) {
    int with = 0, without = 0;
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&without, plain, 32, 0));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&with, plain, 32, 32 * 1024));
    EXPECT_LT(with, without);
    EXPECT_GE(with, 1);
}

TEST(Launch, ByAttribute) {
    DeviceArray<int> x(128), y(128);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = 4;
    config.blockDim = 32;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK_CUDA(cudaLaunchKernelEx(&config, in_two_halves, x.data(), y.data()));
    CHECK_CUDA(cudaDeviceSynchronize());
    EXPECT_EQ(y.to_host(), std::vector<int>(128, 11));
}

__global__ void talk() {
    const cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) printf("before %u\n", blockIdx.x);
    grid.sync();
    if (threadIdx.x == 0) printf("after %u\n", blockIdx.x);
}

TEST(Launch, PrintsWhatCameBeforeTheBarrierFirst) {
    testing::internal::CaptureStdout();
    launch(talk, 2, 32);
    const std::string text = testing::internal::GetCapturedStdout();
    EXPECT_LT(std::max(text.find("before 0"), text.find("before 1")),
              std::min(text.find("after 0"), text.find("after 1")))
        << text;
}

// ---- When it cannot go on ---------------------------------------------------------------------

using Fault = Child;

__global__ void one_block_leaves() {
    if (blockIdx.x == 1) return;
    cg::this_grid().sync();
}
__global__ void one_block_waits_elsewhere() {
    if (blockIdx.x == 1 && threadIdx.x < 8) __syncwarp();
    cg::this_grid().sync();
}
__global__ void one_thread_leaves() {
    if (threadIdx.x == 0 && blockIdx.x == 2) return;
    cg::this_grid().sync();
}
__global__ void trap_in_a_block() {
    if (blockIdx.x == 1) __trap();
    cg::this_grid().sync();
}

TEST_F(Fault, ABlockThatLeaves) {
    EXPECT_EXIT(
        launch(one_block_leaves, 3, 32), testing::ExitedWithCode(3),
        "deadlock in kernel of cudaLaunchCooperativeKernel: no thread of the grid can go on\n"
        "    64 threads wait at .*grid_sync_test.cu:[0-9]+ in grid_group::sync\\(\\), first thread \\(0,0,0\\) of "
        "block \\(0,0,0\\)\n"
        "    32 threads have exited, first thread \\(0,0,0\\) of block \\(1,0,0\\)\n");
}
TEST_F(Fault, ABlockThatWaitsElsewhere) {
    EXPECT_EXIT(
        launch(one_block_waits_elsewhere, 2, 32), testing::ExitedWithCode(3),
        "    8 threads wait at .*grid_sync_test.cu:[0-9]+ in __syncwarp\\(\\) with mask 0xffffffff, first thread "
        "\\(0,0,0\\) of block \\(1,0,0\\)\n"
        "    56 threads wait at .*in grid_group::sync\\(\\), first thread \\(0,0,0\\) of block \\(0,0,0\\)\n");
}
TEST_F(Fault, AThreadThatLeaves) {
    EXPECT_EXIT(launch(one_thread_leaves, 3, 32), testing::ExitedWithCode(3),
                "    95 threads wait at .*\n    1 thread has exited, first thread \\(0,0,0\\) of block \\(2,0,0\\)\n");
}
TEST_F(Fault, InABlock) {
    EXPECT_EXIT(launch(trap_in_a_block, 3, 32), testing::ExitedWithCode(3),
                "__trap\\(\\) was called: kernel of cudaLaunchCooperativeKernel, block \\(1,0,0\\), thread");
}
void launch_plainly() {
    one_block_leaves<<<1, 32>>>();
    CHECK_CUDA(cudaDeviceSynchronize());
}
TEST_F(Fault, WithoutACooperativeLaunch) {
    EXPECT_EXIT(launch_plainly(), testing::ExitedWithCode(3),
                "grid_group::sync\\(\\) at .*grid_sync_test.cu:[0-9]+ in a grid that was not launched by "
                "cudaLaunchCooperativeKernel: kernel one_block_leaves, block \\(0,0,0\\), thread");
}

}  // namespace
