// __syncthreads() and its kin: what was written before a barrier is there after it, for every thread that is still
// there.
#include <gtest/gtest.h>

#include "common/device_array.h"

namespace {

using common::DeviceArray;

// The results of one block of n threads: kernel(y) writes y[threadIdx.x].
template <class Kernel>
std::vector<int> run(Kernel kernel, int n) {
    DeviceArray<int> y(n);
    kernel<<<1, n>>>(y.data());
    CHECK_LAUNCH();
    return y.to_host();
}

// ---- __syncthreads ----------------------------------------------------------------------------

__global__ void reverse_blocks(const int* x, int* y) {
    __shared__ int s[96];
    const int first = blockIdx.x * blockDim.x;
    s[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    y[first + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

TEST(Syncthreads, ShowsWhatOthersWrote) {
    constexpr int BLOCKS = 50, THREADS = 96;
    std::vector<int> x(BLOCKS * THREADS), want(x.size());
    for (int i = 0; i < BLOCKS * THREADS; ++i) {
        x[i] = i;
        want[i] = i / THREADS * THREADS + THREADS - 1 - i % THREADS;
    }
    const DeviceArray<int> d_x(x);
    DeviceArray<int> d_y(x.size());
    reverse_blocks<<<BLOCKS, THREADS>>>(d_x.data(), d_y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(d_y.to_host(), want);
}

// Each value walks once around the block, one place a step.
__global__ void walk_around(int* y) {
    __shared__ int s[1024];
    const int n = blockDim.x;
    int mine = threadIdx.x;
    for (int step = 0; step < n; ++step) {
        s[threadIdx.x] = mine;
        __syncthreads();
        mine = s[(threadIdx.x + 1) % n];
        __syncthreads();  // before the next step overwrites what a neighbour still reads
    }
    y[threadIdx.x] = mine;
}

TEST(Syncthreads, WorksInALoop) {
    for (const int n : {1, 2, 31, 33, 1000}) {
        const std::vector<int> y = run(walk_around, n);
        for (int i = 0; i < n; ++i) ASSERT_EQ(y[i], i) << n;
    }
}

__device__ int sum_of_block(int x) {  // any block size
    __shared__ int s[1024];
    s[threadIdx.x] = x;
    for (unsigned n = blockDim.x; n > 1;) {
        const unsigned half = (n + 1) / 2;
        __syncthreads();
        if (threadIdx.x < n - half) s[threadIdx.x] += s[threadIdx.x + half];
        n = half;
    }
    __syncthreads();
    return s[0];
}

__global__ void sums(int* y) {
    int local[8];  // lives across barriers, on the thread's own stack
    for (int i = 0; i < 8; ++i) {
        local[i] = sum_of_block(threadIdx.x + i);
        __syncthreads();
    }
    y[threadIdx.x] = 0;
    for (int i = 0; i < 8; ++i) y[threadIdx.x] += (i + 1) * local[i];
}

TEST(Syncthreads, WorksInADeviceFunction) {
    for (const int n : {1, 3, 64, 257}) {
        int want = 0;
        for (int i = 0; i < 8; ++i) want += (i + 1) * (n * (n - 1) / 2 + n * i);
        EXPECT_EQ(run(sums, n), std::vector<int>(n, want)) << n;
    }
}

__global__ void reverse_first(int* y, int n) {
    __shared__ int s[256];
    const int i = threadIdx.x;
    if (i >= n) return;  // these never come to a barrier
    s[i] = i;
    __syncthreads();
    y[i] = s[n - 1 - i];
}

TEST(Syncthreads, DoesNotWaitForThreadsThatExited) {
    DeviceArray<int> y(100);
    reverse_first<<<1, 256>>>(y.data(), 100);
    CHECK_LAUNCH();
    const std::vector<int> got = y.to_host();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(got[i], 99 - i);
}

__global__ void leave_one_by_one(int* y) {
    __shared__ int present;
    for (unsigned last = blockDim.x; last > 0; --last) {
        if (threadIdx.x == 0) present = last;
        __syncthreads();
        y[threadIdx.x] = present;
        if (threadIdx.x == last - 1) return;
        __syncthreads();
    }
}

TEST(Syncthreads, GoesOnWithThoseThatStay) {
    const std::vector<int> y = run(leave_one_by_one, 70);
    for (int i = 0; i < 70; ++i) EXPECT_EQ(y[i], i + 1);
}

// ---- Barriers that count ----------------------------------------------------------------------

__global__ void count_odd(int* y) { y[threadIdx.x] = __syncthreads_count(threadIdx.x % 2 ? 4 : 0); }
__global__ void count_of_those_left(int* y) {
    y[threadIdx.x] = -1;
    if (threadIdx.x % 4 == 0) return;
    y[threadIdx.x] = __syncthreads_count(1);
}
__global__ void count_in_turn(int* y) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i) sum = 3 * sum + __syncthreads_count(threadIdx.x < i);
    y[threadIdx.x] = sum;
}

TEST(SyncthreadsCount, CountsThreadsWhosePredicateIsNotZero) {
    EXPECT_EQ(run(count_odd, 75), std::vector<int>(75, 37));
    EXPECT_EQ(run(count_in_turn, 5), std::vector<int>(5, ((1 * 3 + 2) * 3 + 3) * 3 + 4));
}

TEST(SyncthreadsCount, LeavesOutThreadsThatExited) {
    const std::vector<int> y = run(count_of_those_left, 64);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], i % 4 == 0 ? -1 : 48);
}

// Bit i: of the predicate "I am below i", for i = 0, 1, n - 1 and n.
__global__ void all_below(int* y) {
    const int i = threadIdx.x, n = blockDim.x;
    const int none = __syncthreads_and(i < 0), one = __syncthreads_and(i < 1), but_one = __syncthreads_and(i < n - 1);
    y[i] = none | one << 1 | but_one << 2 | __syncthreads_and((i < n) * 8) << 3;
}
__global__ void any_below(int* y) {
    const int i = threadIdx.x, n = blockDim.x;
    const int none = __syncthreads_or(i < 0), one = __syncthreads_or(i < 1), but_one = __syncthreads_or(i < n - 1);
    y[i] = none | one << 1 | but_one << 2 | __syncthreads_or((i < n) * 8) << 3;
}

TEST(SyncthreadsAnd, IsOneWhenItHoldsForEveryThread) {
    EXPECT_EQ(run(all_below, 50), std::vector<int>(50, 0b1000));
    EXPECT_EQ(run(all_below, 1), std::vector<int>(1, 0b1010));
}

TEST(SyncthreadsOr, IsOneWhenItHoldsForAnyThread) {
    EXPECT_EQ(run(any_below, 50), std::vector<int>(50, 0b1110));
    EXPECT_EQ(run(any_below, 1), std::vector<int>(1, 0b1010));
}

}  // namespace
