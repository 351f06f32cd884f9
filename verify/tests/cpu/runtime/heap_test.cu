// malloc, free, new and delete in kernels: their memory outlives the kernel, and is null when the heap is used up.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using common::DeviceArray;

struct Node {
    int value;
    Node* next;
    __device__ Node(int value, Node* next) : value(value), next(next) {}
};

__global__ void build(Node** lists, int n) {
    Node* list = nullptr;
    for (int i = 0; i < n; ++i) list = new Node(i + static_cast<int>(threadIdx.x), list);
    lists[threadIdx.x] = list;
}
__global__ void add_up(Node** lists, int* sums) {
    int sum = 0;
    for (Node* node = lists[threadIdx.x]; node != nullptr;) {
        Node* const next = node->next;
        sum += node->value;
        delete node;
        node = next;
    }
    sums[threadIdx.x] = sum;
}

TEST(Heap, KeepsWhatAKernelMadeForTheNext) {
    DeviceArray<Node*> lists(32);
    DeviceArray<int> sums(32);
    build<<<1, 32>>>(lists.data(), 10);
    add_up<<<1, 32>>>(lists.data(), sums.data());
    CHECK_LAUNCH();
    const std::vector<int> got = sums.to_host();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(got[i], 45 + 10 * i);
}

// Takes pieces of `bytes` until there are no more, gives all back, and does so again.
__global__ void exhaust(int* counts, std::size_t bytes) {
    for (int round = 0; round < 2; ++round) {
        void** last = nullptr;
        int count = 0;
        while (void* piece = malloc(bytes)) {
            *static_cast<void***>(piece) = last;
            last = static_cast<void**>(piece);
            ++count;
        }
        while (last != nullptr) {
            void** const before = static_cast<void**>(*last);
            free(last);
            last = before;
        }
        counts[round] = count;
    }
    counts[2] = new int[std::size_t{1} << 30] == nullptr;
}

#ifdef DAYBREAK_CPU

TEST(Heap, IsAsLargeAsItsLimitAndForgetsNothing) {
    std::size_t limit = 0;
    ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize), cudaSuccess);
    DeviceArray<int> counts(3);
    exhaust<<<1, 1>>>(counts.data(), 1 << 16);
    CHECK_LAUNCH();
    const std::vector<int> got = counts.to_host();
    EXPECT_GE(static_cast<std::size_t>(got[0]), (limit >> 16) - 1);
    EXPECT_LE(static_cast<std::size_t>(got[0]), limit >> 16);
    EXPECT_EQ(got[1], got[0]);
    EXPECT_TRUE(got[2]);
}

#endif

__global__ void align(int* wrong) {
    struct alignas(128) Line {
        char bytes[128];
    };
    char* const odd = static_cast<char*>(malloc(3));
    Line* const line = new Line;
    Line* const lines = new Line[3];
    wrong[0] = reinterpret_cast<std::uintptr_t>(odd) % 16 != 0;
    wrong[1] = reinterpret_cast<std::uintptr_t>(line) % 128 != 0;
    wrong[2] = reinterpret_cast<std::uintptr_t>(lines) % 128 != 0;
    memset(odd, 1, 3);
    memcpy(line->bytes, odd, 3);
    wrong[3] = line->bytes[2] != 1;
    free(odd);
    free(nullptr);
    delete line;
    delete[] lines;
}

TEST(Heap, AlignsItsBlocks) {
    DeviceArray<int> wrong(4);
    align<<<1, 1>>>(wrong.data());
    CHECK_LAUNCH();
    EXPECT_EQ(wrong.to_host(), std::vector<int>(4, 0));
}

TEST(Heap, IsNotTheHosts) {
    const std::unique_ptr<int[]> array(new int[1000]);
    const std::unique_ptr<void, decltype(&free)> memory(malloc(1 << 24), &free);  // more than a kernel could have
    EXPECT_NE(memory, nullptr);
    EXPECT_GT(std::string(100, 'x').size(), 99u);
}

#ifdef DAYBREAK_CPU

TEST(Heap, HasALimitUntilItIsUsed) {
    DeviceArray<Node*> lists(1);
    DeviceArray<int> sums(1);
    build<<<1, 1>>>(lists.data(), 1);
    add_up<<<1, 1>>>(lists.data(), sums.data());
    CHECK_LAUNCH();
    EXPECT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20), cudaErrorInvalidValue);
    cudaGetLastError();
}

__global__ void give(void** out) { *out = malloc(16); }
__global__ void take(void* memory) { free(memory); }

TEST(Heap, IsNoMemoryForTheHostsFunctions) {
    DeviceArray<void*> out(1);
    give<<<1, 1>>>(out.data());
    CHECK_LAUNCH();
    void* const memory = out.to_host()[0];
    EXPECT_EQ(cudaFree(memory), cudaErrorInvalidValue);
    cudaGetLastError();
    take<<<1, 1>>>(memory);
    CHECK_LAUNCH();
}

using HeapFault = Child;

[[noreturn]] void free_in_kernel(bool twice) {
    void **out = nullptr, *memory = malloc(16);
    cudaMalloc(&out, sizeof(void*));
    if (twice) {
        give<<<1, 1>>>(out);
        cudaMemcpy(&memory, out, sizeof memory, cudaMemcpyDeviceToHost);
        take<<<1, 1>>>(memory);
    }
    take<<<1, 1>>>(memory);
    std::_Exit(cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1);
}

TEST_F(HeapFault, OfAWrongFreeEndsTheKernel) {
    EXPECT_EXIT(free_in_kernel(true), testing::ExitedWithCode(0), "freed already: kernel take");
    EXPECT_EXIT(free_in_kernel(false), testing::ExitedWithCode(0),
                "free\\(\\) in a kernel of memory that malloc\\(\\) gave on the host: kernel take");
}

[[noreturn]] void use_small_heap() {
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    int *counts = nullptr, got[3] = {};
    cudaMalloc(&counts, sizeof got);
    exhaust<<<1, 1>>>(counts, 1 << 16);
    cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost);
    std::_Exit(got[0]);
}

TEST_F(HeapFault, DoesNotComeFromASmallerLimit) { EXPECT_EXIT(use_small_heap(), testing::ExitedWithCode(15), "^$"); }

// The runtime's own needs do not come from the heap.
__global__ void use_up_and_print() {
    while (malloc(1 << 12) != nullptr) {
    }
    while (malloc(16) != nullptr) {
    }
    if (threadIdx.x == 0) printf("a line that is longer than a string keeps in itself: %d\n", 1);
    __syncthreads();
    assert(threadIdx.x != 1);
}

[[noreturn]] void fail_without_heap() {
    use_up_and_print<<<1, 64>>>();
    std::_Exit(cudaDeviceSynchronize() == cudaErrorAssert ? 0 : 1);
}

TEST_F(HeapFault, IsReportedWhenTheHeapIsUsedUp) {
    EXPECT_EXIT(fail_without_heap(), testing::ExitedWithCode(0), "Assertion `threadIdx.x != 1` failed");
}

#endif

}  // namespace
