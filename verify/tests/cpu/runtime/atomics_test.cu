// Atomic functions: what each returns and leaves behind, for every type that it takes, and that no update is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"
#ifdef DAYBREAK_CPU
#include "verify/tests/cpu/runtime/workers.h"
#endif

namespace {

using common::DeviceArray;

// ---- One thread -------------------------------------------------------------------------------

template <class T, class Atomic>
__global__ void apply(T* y, T value, Atomic atomic) {
    y[1] = atomic(&y[0], value);
}

// An atomic function that takes `value` returns `before` and leaves `after`.
template <class T, class Atomic>
void expect(Atomic atomic, T before, T value, T after) {
    DeviceArray<T> y(2);
    y.upload({before, T(77)});
    apply<<<1, 1>>>(y.data(), value, atomic);
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<T>{after, before}));
}

#define ATOMIC(Name, function)                               \
    struct Name {                                            \
        template <class T>                                   \
        __device__ T operator()(T* address, T value) const { \
            return function(address, value);                 \
        }                                                    \
    };

ATOMIC(Add, atomicAdd)
ATOMIC(Sub, atomicSub)
ATOMIC(Min, atomicMin)
ATOMIC(Max, atomicMax)
ATOMIC(And, atomicAnd)
ATOMIC(Or, atomicOr)
ATOMIC(Xor, atomicXor)
ATOMIC(Exch, atomicExch)
ATOMIC(Inc, atomicInc)
ATOMIC(Dec, atomicDec)
ATOMIC(AddBlock, atomicAdd_block)
ATOMIC(MaxSystem, atomicMax_system)

TEST(AtomicAdd, AddsEveryType) {
    expect(Add(), -5, 3, -2);
    expect(Add(), 4000000000u, 500000000u, 205032704u);
    expect(Add(), 1ull << 40, 1ull << 41, 3ull << 40);
    expect(Add(), 1.5f, -0.25f, 1.25f);
    expect(Add(), 1.5, 1e-9, 1.5 + 1e-9);
}

TEST(AtomicSub, Subtracts) {
    expect(Sub(), -5, 3, -8);
    expect(Sub(), 1u, 2u, 0xffffffffu);
}

TEST(AtomicMin, KeepsTheSmaller) {
    expect(Min(), -5, 3, -5);
    expect(Min(), 3, -5, -5);
    expect(Min(), 3u, 0xfffffffbu, 3u);
    expect(Min(), 3ll, -5ll, -5ll);
    expect(Min(), 1ull << 40, 7ull, 7ull);
}

TEST(AtomicMax, KeepsTheLarger) {
    expect(Max(), -5, 3, 3);
    expect(Max(), 3, -5, 3);
    expect(Max(), 3u, 0xfffffffbu, 0xfffffffbu);
    expect(Max(), 3ll, -5ll, 3ll);
    expect(Max(), 1ull << 40, 7ull, 1ull << 40);
}

TEST(AtomicBits, AndOrXor) {
    expect(And(), 0b1100, 0b1010, 0b1000);
    expect(Or(), 0b1100u, 0b1010u, 0b1110u);
    expect(Xor(), 0b1100ull << 40, 0b1010ull << 40, 0b0110ull << 40);
}

TEST(AtomicExch, Replaces) {
    expect(Exch(), -5, 3, 3);
    expect(Exch(), 5u, 3u, 3u);
    expect(Exch(), 5ull, 3ull << 40, 3ull << 40);
    expect(Exch(), 5.0f, 0.5f, 0.5f);
}

TEST(AtomicInc, CountsToABoundAndWraps) {
    expect(Inc(), 5u, 7u, 6u);
    expect(Inc(), 7u, 7u, 0u);
    expect(Inc(), 9u, 7u, 0u);
}

TEST(AtomicDec, CountsDownFromABoundAndWraps) {
    expect(Dec(), 5u, 7u, 4u);
    expect(Dec(), 0u, 7u, 7u);
    expect(Dec(), 9u, 7u, 7u);
}

TEST(Atomic, HasFormsForABlockAndForTheSystem) {
    expect(AddBlock(), 1, 2, 3);
    expect(MaxSystem(), 1, 2, 2);
}

template <class T>
struct Cas {
    T expected;
    __device__ T operator()(T* address, T value) const { return atomicCAS(address, expected, value); }
};

TEST(AtomicCas, ReplacesOnlyWhatWasExpected) {
    expect(Cas<int>{5}, 5, 3, 3);
    expect(Cas<int>{4}, 5, 3, 5);
    expect(Cas<unsigned>{5}, 5u, 3u, 3u);
    expect(Cas<unsigned long long>{5ull << 40}, 5ull << 40, 3ull, 3ull);
    expect(Cas<unsigned short>{5}, static_cast<unsigned short>(5), static_cast<unsigned short>(3),
           static_cast<unsigned short>(3));
}

// ---- Many threads -----------------------------------------------------------------------------

constexpr int BLOCKS = 60, THREADS = 70, ALL = BLOCKS * THREADS;

__global__ void take_tickets(int* next, int* ticket) {
    ticket[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(next, 1);
}

TEST(Atomic, GivesEveryThreadADifferentOldValue) {
    DeviceArray<int> next(std::vector<int>{0}), ticket(ALL);
    take_tickets<<<BLOCKS, THREADS>>>(next.data(), ticket.data());
    CHECK_LAUNCH();
    std::vector<int> got = ticket.to_host(), want(ALL);
    std::sort(got.begin(), got.end());
    std::iota(want.begin(), want.end(), 0);
    EXPECT_EQ(got, want);
    EXPECT_EQ(next.to_host()[0], ALL);
}

__device__ void raise_to(float* address, float value) {  // the maximum of floats, which CUDA has not
    int old = __float_as_int(*address);
    while (__int_as_float(old) < value) {
        const int seen = atomicCAS(reinterpret_cast<int*>(address), old, __float_as_int(value));
        if (seen == old) break;
        old = seen;
    }
}

__global__ void largest(float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    raise_to(y, static_cast<float>(i * 1237 % ALL) - 5000.0f);
}

TEST(Atomic, LoopsOverCompareAndSwap) {
    DeviceArray<float> y(std::vector<float>{-1e30f});
    largest<<<BLOCKS, THREADS>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host()[0], static_cast<float>(ALL - 1) - 5000.0f);
}

__global__ void histogram(int* bins) {
    __shared__ int mine[7];
    if (threadIdx.x < 7) mine[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&mine[(blockIdx.x * blockDim.x + threadIdx.x) % 7], 1);
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

TEST(Atomic, WorksOnSharedMemory) {
    DeviceArray<int> bins(std::vector<int>(7, 0));
    histogram<<<BLOCKS, THREADS>>>(bins.data());
    CHECK_LAUNCH();
    EXPECT_EQ(bins.to_host(), std::vector<int>(7, ALL / 7));
}

__device__ unsigned finished;

// The block that finishes last adds up what all have written: CUDA's own example of a fence.
__global__ void last_block_adds(volatile int* part, int* sum) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x;
        __threadfence();
        is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x != 0) return;
    *sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) *sum += part[i];
}

TEST(Fence, LetsTheLastBlockReadWhatAllWrote) {
    for (int launch = 0; launch < 2; ++launch) {  // the counter wraps to 0 for the second
        DeviceArray<int> part(BLOCKS), sum(1);
        last_block_adds<<<BLOCKS, 32>>>(part.data(), sum.data());
        CHECK_LAUNCH();
        EXPECT_EQ(sum.to_host()[0], BLOCKS * (BLOCKS - 1) / 2);
    }
}

// ---- Workers ----------------------------------------------------------------------------------

#ifdef DAYBREAK_CPU

using Workers = Child;

// Blocks that talk to each other run one after another: the order in which a GPU would run them is part of the result.
TEST_F(Workers, AreOneInAFileWithAtomics) {
    EXPECT_EXIT(exit_with_number_of_workers(nullptr, "2"), testing::ExitedWithCode(1), "");
}

#endif

// ---- Blocks that wait for each other ----------------------------------------------------------

// Each block waits for the next one; the last waits for none. What it has in shared
// memory is there when it goes on, also what it declares only then. Launch: out [gridDim.x], block [32], flags
// [gridDim.x + 1].
__global__ void in_turn(volatile int* flags, int* out) {
    __shared__ int before[32];
    before[threadIdx.x] = blockIdx.x + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        while (flags[blockIdx.x + 1] == 0) __nanosleep(10);
    __syncthreads();
    __shared__ int after[32];
    after[31 - threadIdx.x] = before[threadIdx.x];
    __syncthreads();
    atomicAdd(&out[blockIdx.x], after[threadIdx.x]);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) flags[blockIdx.x] = 1;
}

TEST(Grid, OfBlocksThatWaitForLaterOnes) {
    constexpr int BLOCKS = 40;
    for (int launch = 0; launch < 2; ++launch) {  // the second one finds the workers of the first
        std::vector<int> none(BLOCKS + 1, 0);
        none[BLOCKS] = 1;
        DeviceArray<int> flags(none), out(std::vector<int>(BLOCKS, 0));
        in_turn<<<BLOCKS, 32>>>(flags.data(), out.data());
        CHECK_LAUNCH();
        const std::vector<int> sums = out.to_host();
        for (int block = 0; block < BLOCKS; ++block) EXPECT_EQ(sums[block], 32 * block + 31 * 16);
    }
}

}  // namespace
