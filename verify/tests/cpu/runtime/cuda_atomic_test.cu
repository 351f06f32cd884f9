// cuda::atomic and atomic_ref, and what is built on them: fences, semaphores, latches, cuda::std.
#include <gtest/gtest.h>

#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <limits>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using common::DeviceArray;
constexpr auto DEVICE = cuda::thread_scope_device;
constexpr auto BLOCK = cuda::thread_scope_block;

// ---- Operations -------------------------------------------------------------------------------

template <class T>
__global__ void add_all(T* sum) {
    cuda::atomic_ref<T, DEVICE> ref(*sum);
    ref.fetch_add(static_cast<T>(threadIdx.x % 3), cuda::memory_order_relaxed);
    ref.fetch_sub(static_cast<T>(threadIdx.x % 2), cuda::memory_order_acq_rel);
    ref += 2;
    ref -= 1;
}

template <class T>
void expect_sum(T begin) {
    DeviceArray<T> sum(std::vector<T>{begin});
    add_all<<<4, 48>>>(sum.data());
    CHECK_LAUNCH();
    T want = begin;
    for (int i = 0; i < 4 * 48; ++i) want += static_cast<T>(i % 48 % 3), want -= static_cast<T>(i % 48 % 2), want += 1;
    EXPECT_EQ(sum.to_host()[0], want);
}

TEST(Atomic, AddsEveryType) {
    expect_sum<int>(-5);
    expect_sum<unsigned>(7);
    expect_sum<long long>(1ll << 40);
    expect_sum<unsigned long long>(~0ull);
    expect_sum<short>(-3);
    expect_sum<unsigned char>(250);
    expect_sum<float>(0.5f);
    expect_sum<double>(1e10);
}

template <class T>
__global__ void all_operations(T* y) {
    cuda::atomic<T, BLOCK> x(T(5));
    int i = 0;
    y[i++] = x.exchange(T(6), cuda::memory_order_release);
    y[i++] = x.fetch_min(T(4));
    y[i++] = x.fetch_max(T(9), cuda::memory_order_acquire);
    T expected = T(1);
    y[i++] = x.compare_exchange_strong(expected, T(2));
    y[i++] = expected;
    y[i++] = x.compare_exchange_weak(expected, T(2), cuda::memory_order_acq_rel, cuda::memory_order_relaxed);
    y[i++] = x.load(cuda::memory_order_acquire);
    x.store(T(11), cuda::memory_order_release);
    y[i++] = x++;
    y[i++] = ++x;
    y[i++] = x--;
    y[i++] = --x;
    x = T(3);
    y[i++] = x;
    y[i++] = cuda::atomic_ref<T>(y[0]).fetch_add(T(100));
}

template <class T>
void expect_operations() {
    DeviceArray<T> y(13);
    all_operations<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    const std::vector<T> want = {T(105), T(6), T(4), T(0), T(9), T(1), T(2), T(11), T(13), T(13), T(11), T(3), T(5)};
    EXPECT_EQ(y.to_host(), want);
}

TEST(Atomic, HasAllOperations) {
    expect_operations<int>();
    expect_operations<unsigned long long>();
    expect_operations<signed char>();
    expect_operations<float>();
    expect_operations<double>();
}

__global__ void bits(unsigned* y) {
    cuda::atomic<unsigned> x(0xf0u);
    y[0] = x.fetch_and(0x3cu);
    y[1] = x.fetch_or(0x03u);
    y[2] = x.fetch_xor(0xffu);
    y[3] = x &= 0xf0u;
    y[4] = x |= 0x01u;
    y[5] = x ^= 0x11u;
}

struct Pair {
    int a, b;
};

__global__ void pointers_and_structs(int* y) {
    cuda::atomic<int*, DEVICE> p(y);
    *p.fetch_add(2) = 10;
    *p.load() = 12;
    *(p -= 1) = 11;
    cuda::atomic<Pair> pair(Pair{1, 2});
    Pair expected{1, 2};
    const bool swapped = pair.compare_exchange_strong(expected, Pair{3, 4});
    y[3] = swapped + pair.load().b;
    cuda::atomic<bool> flag(false);
    y[4] = flag.exchange(true) + 2 * flag.load();
    static_assert(sizeof(pair) == 8 && alignof(cuda::atomic<Pair>) == 8 && sizeof(flag) == 1);
    static_assert(cuda::atomic<int>::is_always_lock_free && cuda::atomic_ref<double>::required_alignment == 8);
}

TEST(Atomic, OfBitsPointersAndStructs) {
    DeviceArray<unsigned> b(6);
    bits<<<1, 1>>>(b.data());
    CHECK_LAUNCH();
    EXPECT_EQ(b.to_host(), (std::vector<unsigned>{0xf0, 0x30, 0x33, 0xc0, 0xc1, 0xd0}));
    DeviceArray<int> y(5);
    pointers_and_structs<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<int>{10, 11, 12, 5, 2}));
}

__device__ cuda::atomic<int, DEVICE> counter{40};
__global__ void count() { counter.fetch_add(1, cuda::memory_order_relaxed); }

TEST(Atomic, MayBeADeviceVariable) {
    count<<<2, 32>>>();
    CHECK_LAUNCH();
    int value = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    EXPECT_EQ(value, 104);
}

TEST(Atomic, WorksOnTheHostToo) {
    cuda::atomic<int> x(1);
    x.fetch_add(2);
    x.wait(1);
    EXPECT_EQ(x.load(), 3);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_system);
}

// ---- Waiting without a pause ------------------------------------------------------------------

// Each thread waits for the one after it; the last goes first in every order.
__global__ void from_the_last(int* y) {
    __shared__ cuda::atomic<int, BLOCK> turn;
    __shared__ int order;
    if (threadIdx.x == 0) {
        turn = blockDim.x - 1;
        order = 0;
    }
    __syncthreads();
    while (turn.load(cuda::memory_order_acquire) != static_cast<int>(threadIdx.x)) {
    }
    y[threadIdx.x] = order++;
    turn.store(threadIdx.x - 1, cuda::memory_order_release);
}

TEST(Spin, LetsTheOthersRun) {
    DeviceArray<int> d_y(100);
    from_the_last<<<1, 100>>>(d_y.data());
    CHECK_LAUNCH();
    const std::vector<int> y = d_y.to_host();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(y[i], 99 - i);
}

// A block may have a turn while another one waits, so each counts by itself. Launch: total [gridDim.x].
__global__ void locked(int* total) {
    __shared__ cuda::atomic<bool, BLOCK> lock;
    if (threadIdx.x == 0) lock = false;
    __syncthreads();
    while (lock.exchange(true, cuda::memory_order_acquire)) {
    }
    const int before = total[blockIdx.x];
    __nanosleep(5);
    total[blockIdx.x] = before + 1;
    lock.store(false, cuda::memory_order_release);
}

TEST(Spin, OnALock) {
    DeviceArray<int> total(std::vector<int>(3, 0));
    locked<<<3, 70>>>(total.data());
    CHECK_LAUNCH();
    EXPECT_EQ(total.to_host(), std::vector<int>(3, 70));
}

__global__ void wait_for_value(int* y) {
    __shared__ cuda::atomic<int, BLOCK> ready;
    __shared__ int message;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 33) {
        message = 42;
        ready.store(1, cuda::memory_order_release);
        ready.notify_all();
    }
    ready.wait(0, cuda::memory_order_acquire);
    y[threadIdx.x] = message;
}

TEST(Wait, ForAValue) {
    DeviceArray<int> y(64);
    wait_for_value<<<1, 64>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), std::vector<int>(64, 42));
}

// ---- Semaphores and latches -------------------------------------------------------------------

using Semaphore = cuda::counting_semaphore<BLOCK>;

__global__ void at_most_three(int* most) {
    __shared__ Semaphore places;
    __shared__ int inside;
    if (threadIdx.x == 0) {
        new (&places) Semaphore(3);
        inside = 0;
    }
    __syncthreads();
    places.acquire();
    atomicMax(most, atomicAdd(&inside, 1) + 1);
    __nanosleep(10);
    atomicSub(&inside, 1);
    places.release();
    __syncthreads();
    if (threadIdx.x == 0)
        most[1] = places.try_acquire() + places.try_acquire() + places.try_acquire() + 10 * places.try_acquire();
}

TEST(Semaphore, LetsSoManyIn) {
    DeviceArray<int> most(std::vector<int>{0, 0});
    at_most_three<<<1, 64>>>(most.data());
    CHECK_LAUNCH();
    EXPECT_EQ(most.to_host(), (std::vector<int>{3, 3}));
}

__global__ void after_the_latch(int* y) {
    __shared__ cuda::latch<BLOCK>* latch;
    __shared__ alignas(8) char room[sizeof *latch];
    __shared__ int done;
    if (threadIdx.x == 0) {
        latch = new (room) cuda::latch<BLOCK>(16);
        done = 0;
    }
    __syncthreads();
    if (threadIdx.x >= 48) {
        atomicAdd(&done, 1);
        latch->count_down();
    }
    latch->wait();
    y[threadIdx.x] = done + 100 * latch->try_wait();
}

TEST(Latch, OpensOnce) {
    DeviceArray<int> y(64);
    after_the_latch<<<1, 64>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), std::vector<int>(64, 116));
}

using Deadlock = Child;

__global__ void never_released() {
    __shared__ Semaphore places;
    if (threadIdx.x == 0) new (&places) Semaphore(1);
    __syncthreads();
    places.acquire();
}
void launch_never_released() {
    never_released<<<1, 32>>>();
    CHECK_CUDA(cudaDeviceSynchronize());
}

TEST_F(Deadlock, IsReported) {
    EXPECT_EXIT(launch_never_released(), testing::ExitedWithCode(3),
                "deadlock in kernel never_released, block \\(0,0,0\\): no thread can go on\n"
                "    31 threads wait at .*cuda_atomic_test.cu:[0-9]+ in semaphore::acquire\\(\\), first thread");
}

// ---- cuda::std --------------------------------------------------------------------------------

__global__ void use_std(float* y) {
    cuda::std::array<int, 3> a{1, 2, 3};
    const auto [x, z] = cuda::std::make_tuple(a[1], 2.5f);
    const cuda::std::complex<float> c = cuda::std::complex<float>(0, 1) * cuda::std::complex<float>(0, 1);
    cuda::std::span<int> s(a.data(), 2);
    cuda::std::atomic<int> n{0};
    n.fetch_add(4, cuda::std::memory_order_relaxed);
    static_assert(cuda::std::is_same_v<decltype(x), const int>);
    y[0] = x + z;
    y[1] = c.real();
    y[2] = cuda::std::numeric_limits<float>::max() > 1e38f;
    y[3] = s.size() + n.load();
    y[4] = cuda::std::bit_cast<float>(0x40400000);
    y[5] = cuda::ceil_div(7, 3);
}

TEST(Std, IsTheHosts) {
    DeviceArray<float> y(6);
    use_std<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<float>{4.5f, -1, 1, 6, 3, 3}));
}

}  // namespace
