// Asynchronous copies and what they are waited for with: batches, barriers, pipelines. A copy happens in the wait that
// completes it, no sooner: so a wait that is missing shows.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <gtest/gtest.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

namespace cg = cooperative_groups;
using common::DeviceArray;
constexpr auto BLOCK = cuda::thread_scope_block;
constexpr auto THREAD = cuda::thread_scope_thread;
using Barrier = cuda::barrier<BLOCK>;

std::vector<int> counted(int n) {
    std::vector<int> x(n);
    for (int i = 0; i < n; ++i) x[i] = i + 1;
    return x;
}

template <class Kernel, class... Arguments>
std::vector<int> run(int results, int threads, Kernel kernel, Arguments... arguments) {
    DeviceArray<int> y(results);
    const DeviceArray<int> x(counted(4096));
    kernel<<<1, threads>>>(y.data(), x.data(), arguments...);
    CHECK_LAUNCH();
    return y.to_host();
}

// ---- Batches of a thread ----------------------------------------------------------------------

__global__ void batches(int* y, const int* x) {
    __shared__ int4 tile[3];
    int* const words = reinterpret_cast<int*>(tile);
    for (int i = 0; i < 12; ++i) words[i] = -7;
    __pipeline_memcpy_async(&words[0], &x[0], 4);
    __pipeline_memcpy_async(&words[2], &x[2], 8);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1], &x[4], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[2], &x[8], 16, 4);
    __pipeline_commit();
    y[0] = words[0];  // nothing is there yet
    __pipeline_wait_prior(2);
    y[1] = words[0] + words[1] + words[3] + words[4];
    __pipeline_wait_prior(1);
    y[2] = words[4] + words[11];
    __pipeline_wait_prior(0);
    y[3] = words[10] + 100 * words[11];
}

TEST(Batch, IsThereAfterItsWait) { EXPECT_EQ(run(4, 1, batches), (std::vector<int>{-7, 1 - 7 + 4 - 7, 5 - 7, 11})); }

__global__ void double_buffer(int* y, const int* x, int tiles) {
    __shared__ int tile[2][64];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &x[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles) __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &x[(i + 1) * 64 + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[i % 2][63 - threadIdx.x];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

TEST(Batch, FillsADoubleBuffer) {
    const std::vector<int> y = run(64, 64, double_buffer, 5);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], 5 * (64 - i) + 64 * 10);
}

__global__ void by_thread_pipeline(int* y, const int* x, int stages) {
    extern __shared__ int dynamic[];
    auto pipe = cuda::make_pipeline();
    int sum = 0;
    const int n = blockDim.x;
    for (int computed = 0, fetched = 0; computed < 8; ++computed) {
        for (; fetched < 8 && fetched < computed + stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(&dynamic[fetched % stages * n + threadIdx.x], &x[fetched * n + threadIdx.x], sizeof(int),
                               pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += dynamic[computed % stages * n + threadIdx.x];
        pipe.consumer_release();
    }
    y[threadIdx.x] = sum;
}

TEST(Pipeline, OfAThread) {
    for (int stages = 1; stages <= 4; ++stages) {
        DeviceArray<int> d_y(32);
        const DeviceArray<int> x(counted(256));
        by_thread_pipeline<<<1, 32, 4 * 32 * sizeof(int)>>>(d_y.data(), x.data(), stages);
        CHECK_LAUNCH();
        const std::vector<int> y = d_y.to_host();
        for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], 8 * (i + 1) + 32 * 28);
    }
}

// ---- Copies of a group ------------------------------------------------------------------------

template <class T>
__global__ void copy_odd(int* y, const int* x, int bytes, int shift) {
    __shared__ alignas(16) char s[600];
    const auto block = cg::this_thread_block();
    for (int i = threadIdx.x; i < 600; i += blockDim.x) s[i] = 99;
    block.sync();
    const char* const from = reinterpret_cast<const char*>(x) + shift;
    cg::memcpy_async(block, reinterpret_cast<T*>(s + shift), reinterpret_cast<const T*>(from), bytes);
    int errors = 0;
    for (int i = threadIdx.x; i < 600; i += blockDim.x) errors += s[i] != 99;  // not yet
    block.sync();
    cg::wait(block);
    for (int i = threadIdx.x; i < 600; i += blockDim.x)
        errors += s[i] != (i >= shift && i < shift + bytes ? from[i - shift] : 99);
    y[threadIdx.x] = errors;
}

TEST(GroupCopy, OfAnySizeAndPlace) {
    for (const int bytes : {0, 1, 3, 4, 12, 63, 64, 500})
        for (const int shift : {0, 1, 4, 8}) {
            if (bytes % 4 == 0 && shift % 4 == 0) {
                EXPECT_EQ(run(24, 24, copy_odd<int>, bytes, shift), std::vector<int>(24, 0)) << bytes << ' ' << shift;
            }
            EXPECT_EQ(run(24, 24, copy_odd<char>, bytes, shift), std::vector<int>(24, 0)) << bytes << ' ' << shift;
        }
}

__global__ void copy_by_tiles(int* y, const int* x) {
    __shared__ int s[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = cg::this_thread_block().thread_rank(), first = rank / 8 * 8;
    s[rank] = -1;
    tile.sync();
    cg::memcpy_async(tile, s + first, 6, x + first, 8);  // the smaller count
    cg::memcpy_async(tile, s + first + 6, x + first + 6, cuda::aligned_size_t<8>(8));
    cg::wait_prior<1>(tile);
    const int early = s[first + 5] == first + 6 && s[first + 6] == -1;
    tile.sync();
    cg::wait(tile);
    y[rank] = s[rank] + 1000 * early;
}

TEST(GroupCopy, OfTilesInStages) {
    const std::vector<int> y = run(64, 64, copy_by_tiles);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], 1000 + i + 1);
}

// ---- Barriers ---------------------------------------------------------------------------------

__global__ void phases(int* y) {
    __shared__ Barrier barrier;
    __shared__ int sums[4];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    if (threadIdx.x < 4) sums[threadIdx.x] = 0;
    __syncthreads();
    int seen = 0;
    for (int phase = 0; phase < 4; ++phase) {
        atomicAdd(&sums[phase], 1);
        auto token = barrier.arrive();
        seen += 1000;  // other work
        barrier.wait(std::move(token));
        seen += sums[phase];
    }
    y[threadIdx.x] = seen;
}

TEST(BlockBarrier, HasPhases) {
    DeviceArray<int> y(70);
    phases<<<1, 70>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), std::vector<int>(70, 4280));
}

// Those who drop out are not waited for again.
__global__ void leave_by_pairs(int* y) {
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x % 2 == 1) {
        barrier.arrive_and_drop();
        return;
    }
    for (int round = 0; round < 3; ++round) {
        barrier.arrive_and_wait();
        y[threadIdx.x] = round;
    }
}

TEST(BlockBarrier, MayBeDropped) {
    DeviceArray<int> y(std::vector<int>(32, 9));
    leave_by_pairs<<<1, 32>>>(y.data());
    CHECK_LAUNCH();
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y.to_host()[i], i % 2 == 1 ? 9 : 2);
}

__global__ void parity_and_counts(int* y) {
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        init(&barrier, 4);
        barrier.wait_parity(true);  // the phase before the first
        static_cast<void>(barrier.arrive(3));
        const bool early = barrier.try_wait_parity_for(false, std::chrono::nanoseconds(0));
        auto token = barrier.arrive();
        barrier.wait_parity(false);
        const bool done = barrier.try_wait_for(std::move(token), std::chrono::nanoseconds(0));
        y[0] = early + 10 * done;
        y[1] = Barrier::max() == (1 << 20) - 1 && sizeof(barrier) == 8;
    }
}

TEST(BlockBarrier, TellsItsParity) {
    DeviceArray<int> y(2);
    parity_and_counts<<<1, 1>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), (std::vector<int>{10, 1}));
}

struct AddTen {
    int* to;
    void operator()() const { *to += 10; }
};

__global__ void completed(int* y) {
    __shared__ alignas(16) char room[sizeof(cuda::barrier<BLOCK, AddTen>)];
    auto& barrier = *reinterpret_cast<cuda::barrier<BLOCK, AddTen>*>(room);
    __shared__ int sum;
    if (threadIdx.x == 0) {
        sum = 0;
        init(&barrier, blockDim.x, AddTen{&sum});
    }
    __syncthreads();
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
    y[threadIdx.x] = sum;
}

TEST(BlockBarrier, CompletesWithAFunction) {
    DeviceArray<int> y(40);
    completed<<<1, 40>>>(y.data());
    CHECK_LAUNCH();
    EXPECT_EQ(y.to_host(), std::vector<int>(40, 20));
}

// One thread copies for all, or all together; nothing is there before the wait.
__global__ void copy_into_barrier(int* y, const int* x, bool together) {
    __shared__ Barrier barrier;
    __shared__ int tile[128];
    const auto block = cg::this_thread_block();
    tile[threadIdx.x] = -1;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    int early = 0, sum = 0;
    for (int round = 0; round < 3; ++round) {
        const int* const from = x + 128 * round;
        const int before = tile[threadIdx.x];
        if (together)
            cuda::memcpy_async(block, tile, from, cuda::aligned_size_t<16>(sizeof tile), barrier);
        else if (threadIdx.x == 0)
            cuda::memcpy_async(tile, from, sizeof tile, barrier);
        auto token = barrier.arrive();
        early += tile[threadIdx.x] != before;
        barrier.wait(std::move(token));
        sum += tile[127 - threadIdx.x];
        block.sync();
    }
    y[threadIdx.x] = sum + 100000 * early;
}

TEST(BlockBarrier, CompletesCopies) {
    for (const bool together : {false, true}) {
        const std::vector<int> y = run(128, 128, copy_into_barrier, together);
        int early = 0;
        for (int i = 0; i < 128; ++i) {
            EXPECT_EQ(y[i] % 100000, 3 * (128 - i) + 128 * 3);
            early += y[i] >= 100000;
        }
        EXPECT_LT(early, 128);  // those that arrive last may see what others' waits completed
    }
}

__global__ void by_words(int* y, const int* x) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x], &x[threadIdx.x], 4);
    __pipeline_arrive_on(&barrier);
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {
    }
    int sum = tile[63 - threadIdx.x];
    __mbarrier_arrive(&barrier);
    while (!__mbarrier_try_wait_parity(&barrier, true, 100)) {
    }
    y[threadIdx.x] = sum;
}

TEST(Mbarrier, IsABarrier) {
    const std::vector<int> y = run(64, 64, by_words);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], 64 - i);
}

// ---- Pipelines of a block ---------------------------------------------------------------------

template <int Stages>
__global__ void by_block_pipeline(int* y, const int* x) {
    __shared__ int tile[Stages][64];
    __shared__ cuda::pipeline_shared_state<BLOCK, Stages> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int computed = 0, fetched = 0; computed < 9; ++computed) {
        for (; fetched < 9 && fetched < computed + Stages; ++fetched) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetched % Stages], x + 64 * fetched, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += tile[computed % Stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
    y[threadIdx.x] = sum;
}

void expect_sums(const std::vector<int>& y) {
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], 9 * (64 - i) + 64 * 36);
}

TEST(Pipeline, OfABlock) {
    expect_sums(run(64, 64, by_block_pipeline<1>));
    expect_sums(run(64, 64, by_block_pipeline<2>));
    expect_sums(run(64, 64, by_block_pipeline<3>));
}

// The first warp fetches, the others compute.
template <bool Roles>
__global__ void producers_and_consumers(int* y, const int* x) {
    __shared__ int tile[2][64];
    __shared__ cuda::pipeline_shared_state<BLOCK, 2> state;
    const auto block = cg::this_thread_block();
    const bool produces = threadIdx.x < 32;
    auto pipe = [&] {
        if constexpr (Roles)
            return cuda::make_pipeline(block, &state,
                                       produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
        else
            return cuda::make_pipeline(block, &state, 32);
    }();
    if (produces) {
        const auto warp = cg::tiled_partition<32>(block);
        for (int i = 0; i < 9; ++i) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, tile[i % 2], x + 64 * i, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 9; ++i) {
            pipe.consumer_wait();
            sum += tile[i % 2][63 - (threadIdx.x - 32)];
            pipe.consumer_release();
        }
        y[threadIdx.x - 32] = sum;
    }
}

TEST(Pipeline, OfProducersAndConsumers) {
    expect_sums(run(64, 96, producers_and_consumers<false>));
    expect_sums(run(64, 96, producers_and_consumers<true>));
}

// ---- Mistakes ---------------------------------------------------------------------------------

// Without its wait the sum is not of the tile's new values.
__global__ void forget_to_wait(int* y, const int* x) {
    __shared__ int tile[32];
    tile[threadIdx.x] = 0;
    __syncthreads();
    cg::memcpy_async(cg::this_thread_block(), tile, x, sizeof tile);
    __syncthreads();
    y[threadIdx.x] = tile[31 - threadIdx.x];
}

TEST(Mistake, AMissingWaitShows) { EXPECT_EQ(run(32, 32, forget_to_wait), std::vector<int>(32, 0)); }

using Misuse = Child;

__global__ void not_shared(int* y, const int* x) { __pipeline_memcpy_async(y, x, 4); }
__global__ void three_bytes(int*, const int* x) {
    __shared__ int s[4];
    __pipeline_memcpy_async(s, x, 3);
}
__global__ void misaligned(int*, const int* x) {
    __shared__ int4 s[4];
    __pipeline_memcpy_async(s, x + 1, 16);
}
__global__ void never_made(int*, const int*) {
    __shared__ Barrier barrier;
    barrier.arrive_and_wait();
}
__global__ void too_many(int*, const int*) {
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) init(&barrier, 3);
    __syncthreads();
    static_cast<void>(barrier.arrive(2));
}
__global__ void too_few(int*, const int*) {
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) init(&barrier, 33);
    __syncthreads();
    barrier.arrive_and_wait();
}

TEST_F(Misuse, IsReported) {
    const auto dies = testing::ExitedWithCode(3);
    const auto go = [](void (*kernel)(int*, const int*)) {
        int* y;
        CHECK_CUDA(cudaMalloc(&y, 256));
        kernel<<<1, 32>>>(y, y);
        CHECK_CUDA(cudaDeviceSynchronize());
    };
    EXPECT_EXIT(go(not_shared), dies,
                "__pipeline_memcpy_async\\(\\) at .*pipeline_test.cu:[0-9]+: the destination is not");
    EXPECT_EXIT(go(three_bytes), dies, "a copy has 4, 8 or 16 bytes");
    EXPECT_EXIT(go(misaligned), dies, "an address is not a multiple of the copy's size");
    EXPECT_EXIT(go(never_made), dies, "barrier::arrive_and_wait\\(\\) at .*: the barrier was never initialised");
    EXPECT_EXIT(go(too_many), dies, "barrier::arrive\\(\\) at .*: more arrivals than the barrier's phase expects");
    EXPECT_EXIT(go(too_few), dies,
                "deadlock in kernel kernel, .*\n    32 threads wait at .*pipeline_test.cu:[0-9]+ in "
                "barrier::arrive_and_wait\\(\\), first thread \\(0,0,0\\)\n");
}

}  // namespace
