// A program that includes verify/counts.h is counted without being asked to: its kernels since the mark, and its host.
#include "verify/counts.h"

#include <gtest/gtest.h>

#include "verify/gate.h"

namespace {

constexpr int N = 4096, BLOCK = 256;

__global__ void copy(const float* x, float* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    y[n] = x[n];
}

// A column of a tile without padding: all lanes of a warp want one bank. Odd lanes go another way than even ones.
__global__ void columns(float* y) {
    __shared__ float s_tile[32][32];
    s_tile[threadIdx.x][threadIdx.y] = 1.0f;
    __syncthreads();
    float* const mine = y + threadIdx.y * 32 + threadIdx.x;
    if (threadIdx.x % 2 == 0)
        *mine = s_tile[threadIdx.y][threadIdx.x];
    else
        atomicAdd(mine, 2.0f);
}

class Counted : public testing::Test {
 protected:
    Counted() {
        cudaMalloc(&x, N * sizeof(float));
        cudaMalloc(&y, N * sizeof(float));
        cudaMemset(x, 0, N * sizeof(float));
        cudaMemset(y, 0, N * sizeof(float));
        cudaDeviceSynchronize();
        verify::count_from_here();
    }
    ~Counted() override {
        cudaFree(x);
        cudaFree(y);
    }
    void copy_blocks(int blocks) {
        copy<<<blocks, BLOCK>>>(x, y);
        cudaDeviceSynchronize();
    }

    float *x = nullptr, *y = nullptr;
};

TEST_F(Counted, AllLaunchesSinceTheMark) {
    copy_blocks(1);
    EXPECT_EQ(verify::counts("copy").global_load.lanes, 1u * BLOCK);
    copy_blocks(3);
    EXPECT_EQ(verify::counts("copy").launches, 2u);
    EXPECT_EQ(verify::counts("copy").global_load.lanes, 4u * BLOCK);
    verify::count_from_here();
    copy_blocks(2);
    const verify::Counts counts = verify::counts("copy");
    EXPECT_EQ(counts.launches, 1u);
    EXPECT_EQ(counts.global_load.lanes, 2u * BLOCK);
    EXPECT_EQ(counts.global_load.requests, 2u * BLOCK / 32);
    EXPECT_EQ(counts.global_store.sectors, 2u * BLOCK / 8);
    EXPECT_EQ(counts.shared_load.requests, 0u);
    EXPECT_EQ(counts.divergent_branches, 0u);
}

TEST_F(Counted, BanksAtomicsAndBranches) {
    columns<<<1, dim3(32, 32)>>>(y);
    cudaDeviceSynchronize();
    const verify::Counts counts = verify::counts("columns");
    EXPECT_EQ(counts.shared_store.wavefronts, 32u * 32);
    EXPECT_EQ(counts.shared_store.conflicts, 31u * 32);
    EXPECT_EQ(counts.shared_load.conflicts, 0u);
    EXPECT_EQ(counts.global_atomic.lanes, 512u);
    EXPECT_EQ(counts.divergent_branches, 32u);
}

TEST_F(Counted, NothingOfAKernelThatDidNotRun) {
    EXPECT_FALSE(verify::counts("copy").launches);
    EXPECT_FALSE(verify::counts("copy").global_load.lanes);
    copy<<<1, BLOCK>>>(x, y);  // and nobody waits for it yet
    EXPECT_FALSE(verify::counts("copy").launches);
    cudaDeviceSynchronize();
    EXPECT_EQ(verify::counts("copy").launches, 1u);
    EXPECT_FALSE(verify::counts("move").launches);
}

TEST_F(Counted, WhatTheHostAskedFor) {
    float *z = nullptr, h = 0.0f;
    void* pinned = nullptr;
    cudaMalloc(&z, 1000);
    cudaMallocHost(&pinned, 64);  // host memory: none
    EXPECT_EQ(verify::host_counts().allocations, 1u);
    EXPECT_EQ(verify::host_counts().allocated_bytes, 1000u);
    copy<<<1, BLOCK>>>(x, y);
    copy<<<1, BLOCK>>>(x, y);
    copy<<<0, BLOCK>>>(x, y);  // refused
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(verify::host_counts().launches, 2u);
    EXPECT_EQ(verify::host_counts().waits, 0u);

    cudaMemcpyAsync(pinned, y, 4, cudaMemcpyDeviceToHost);
    EXPECT_EQ(verify::host_counts().waits, 0u);
    cudaMemcpy(&h, y, 4, cudaMemcpyDeviceToHost);
    cudaStreamSynchronize(nullptr);
    cudaDeviceSynchronize();
    EXPECT_EQ(verify::host_counts().waits, 3u);
    verify::count_from_here();
    EXPECT_EQ(verify::host_counts().waits, 0u);
    cudaFree(z);
    cudaFreeHost(pinned);
}

TEST_F(Counted, AGraphIsOneLaunch) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int n = 0; n < 3; ++n) copy<<<1, BLOCK, 0, stream>>>(x, y);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    EXPECT_EQ(verify::host_counts().launches, 0u);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    EXPECT_EQ(verify::host_counts().launches, 1u);
    EXPECT_EQ(verify::counts("copy").launches, 3u);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}

// The gate of a lesson, in a child process.
[[noreturn]] void gate(const char* kernel, unsigned long long want) {
    char name[] = "lesson";
    char* argv[] = {name, nullptr};
    verify::Gates gates(1, argv, {"loads"});
    gates.count("loads", verify::counts(kernel).global_load.lanes, want);
    std::exit(gates.finish());
}

TEST_F(Counted, AGatePassesByExactlyTheNumber) {
    copy_blocks(2);
    EXPECT_EXIT(gate("copy", 2 * BLOCK), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(gate("copy", 2 * BLOCK - 1), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(gate("copy", 2 * BLOCK + 1), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(gate("move", 0), testing::ExitedWithCode(1), "");  // a name that nobody launched is no zero
}

}  // namespace
