// Cooperative groups but for the grid's barrier and copies: who is in a group, and what its lanes do together.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cuda/atomic>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

namespace cg = cooperative_groups;
using common::DeviceArray;

// The results of one block, `rows` for each thread: kernel(y, arguments...) writes y[row * threads + rank].
template <class T, class Kernel, class... Arguments>
std::vector<T> run(int rows, Kernel kernel, dim3 block, Arguments... arguments) {
    DeviceArray<T> y(std::vector<T>(rows * block.x * block.y * block.z, T(-1)));
    kernel<<<1, block>>>(y.data(), arguments...);
    CHECK_LAUNCH();
    return y.to_host();
}

__device__ unsigned rank_in_block() { return cg::this_thread_block().thread_rank(); }
__device__ unsigned block_size() { return cg::this_thread_block().size(); }

// ---- The block --------------------------------------------------------------------------------

__global__ void describe_block(int* y) {
    const cg::thread_block block = cg::this_thread_block();
    const int n = block.num_threads(), rank = block.thread_rank();
    y[rank] = block.size();
    y[n + rank] = block.thread_index().x + 100 * block.thread_index().y + 10000 * block.thread_index().z;
    y[2 * n + rank] = block.dim_threads().x + 100 * block.dim_threads().y + 10000 * block.dim_threads().z;
    y[3 * n + rank] = block.group_index().x == blockIdx.x && block.group_dim().x == blockDim.x;
}

TEST(Block, KnowsItsThreads) {
    const std::vector<int> y = run<int>(4, describe_block, dim3(5, 3, 2));
    for (int i = 0; i < 30; ++i) {
        EXPECT_EQ(y[i], 30);
        EXPECT_EQ(y[30 + i], i % 5 + 100 * (i / 5 % 3) + 10000 * (i / 15));
        EXPECT_EQ(y[60 + i], 20305);
        EXPECT_EQ(y[90 + i], 1);
    }
}

// The sum over the group by halves, as for any group; it writes to temp[0 .. size).
__device__ int sum_of_any(const cg::thread_group& group, int* temp, int value) {
    const int rank = group.thread_rank();
    for (int step = group.size() / 2; step > 0; step /= 2) {
        temp[rank] = value;
        group.sync();
        if (rank < step) value += temp[rank + step];
        group.sync();
    }
    return value;
}

__global__ void sum_of_groups(int* y) {
    __shared__ int temp[128];
    const cg::thread_block block = cg::this_thread_block();
    const int rank = block.thread_rank(), n = block.size();
    y[rank] = sum_of_any(block, temp, rank);
    y[n + rank] = sum_of_any(cg::tiled_partition<16>(block), temp + rank / 16 * 16, rank);
    const cg::thread_group eight = cg::tiled_partition(block, 8);
    y[2 * n + rank] = sum_of_any(eight, temp + rank / 8 * 8, rank);
    y[3 * n + rank] = sum_of_any(cg::tiled_partition(eight, 2), temp + rank / 2 * 2, rank);
    cg::sync(block);
    if (rank % 2 == 0) {
        const cg::coalesced_group even = cg::coalesced_threads();
        y[4 * n + rank] = sum_of_any(even, temp + rank / 32 * 32, rank);
    }
}

TEST(AnyGroup, SumsByHalves) {
    const std::vector<int> y = run<int>(5, sum_of_groups, 128);
    for (int i = 0; i < 128; ++i) {
        if (i == 0) {
            EXPECT_EQ(y[i], 127 * 64);
        }
        if (i % 16 == 0) {
            EXPECT_EQ(y[128 + i], 16 * i + 120);
        }
        if (i % 8 == 0) {
            EXPECT_EQ(y[256 + i], 8 * i + 28);
        }
        if (i % 2 == 0) {
            EXPECT_EQ(y[384 + i], 2 * i + 1);
        }
        if (i % 32 == 0) {
            EXPECT_EQ(y[512 + i], 16 * i + 240);
        }
    }
}

// ---- Tiles ------------------------------------------------------------------------------------

template <unsigned Size>
__global__ void describe_tile(int* y) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const int n = block_size(), rank = rank_in_block(), mine = 7 * rank;
    int* const out = y + rank;
    out[0] = tile.thread_rank();
    out[n] = tile.meta_group_rank();
    out[2 * n] = tile.meta_group_size();
    out[3 * n] = tile.shfl(mine, 1);
    out[4 * n] = tile.shfl_up(mine, 1);
    out[5 * n] = tile.shfl_down(mine, 2);
    out[6 * n] = tile.shfl_xor(mine, Size / 2);
    out[7 * n] = tile.any(rank % 16 == 3) + 2 * tile.all(rank % 16 < 8);
    out[8 * n] = tile.ballot(rank % 3 == 0);
    out[9 * n] = tile.match_any(rank % 2);
    int equal = -1;
    out[10 * n] = tile.match_all(rank / 16, equal);
    out[11 * n] = equal;
    tile.sync();
}

template <unsigned Size>
void expect_tiles() {
    const int n = 64, size = Size;
    const std::vector<int> y = run<int>(12, describe_tile<Size>, n);
    for (int i = 0; i < n; ++i) {
        const int first = i / size * size, r = i - first;
        const int want[12] = {r,
                              i / size,
                              n / size,
                              7 * (first + 1 % size),
                              7 * (r >= 1 ? i - 1 : i),
                              7 * (r + 2 < size ? i + 2 : i),
                              7 * (i ^ size / 2),
                              0,
                              0,
                              0,
                              0,
                              0};
        for (int row = 0; row < 7; ++row) ASSERT_EQ(y[row * n + i], want[row]) << row << ' ' << i << ' ' << size;
        int any = 0, all = 1, ballot = 0, match = 0, same = 1;
        for (int j = 0; j < size; ++j) {
            any |= (first + j) % 16 == 3;
            all &= (first + j) % 16 < 8;
            ballot |= ((first + j) % 3 == 0) << j;
            match |= ((first + j) % 2 == i % 2) << j;
            same &= (first + j) / 16 == i / 16;
        }
        ASSERT_EQ(y[7 * n + i], any + 2 * all) << i << ' ' << size;
        ASSERT_EQ(y[8 * n + i], ballot) << i << ' ' << size;
        ASSERT_EQ(y[9 * n + i], match) << i << ' ' << size;
        ASSERT_EQ(y[10 * n + i], same ? static_cast<int>(~0u >> (32 - size)) : 0) << i << ' ' << size;
        ASSERT_EQ(y[11 * n + i], same) << i << ' ' << size;
    }
}

TEST(Tile, OfEverySize) {
    expect_tiles<1>();
    expect_tiles<2>();
    expect_tiles<4>();
    expect_tiles<8>();
    expect_tiles<16>();
    expect_tiles<32>();
}

__global__ void tiles_of_tiles(int* y) {
    const auto half = cg::tiled_partition<16>(cg::this_thread_block());
    const auto quad = cg::tiled_partition<4>(half);
    const cg::thread_block_tile<4> plain = quad;  // forgets its parent
    const int n = block_size(), rank = rank_in_block();
    y[rank] = quad.meta_group_rank();
    y[n + rank] = quad.meta_group_size();
    y[2 * n + rank] = plain.meta_group_rank() == quad.meta_group_rank() && plain.size() == 4 &&
                      cg::thread_rank(plain) == quad.thread_rank() && cg::group_size(quad) == 4;
    y[3 * n + rank] = cg::this_thread().size() + cg::this_thread().thread_rank();
}

TEST(Tile, OfATile) {
    const std::vector<int> y = run<int>(4, tiles_of_tiles, 32);
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(y[i], i % 16 / 4);
        EXPECT_EQ(y[32 + i], 4);
        EXPECT_EQ(y[64 + i], 1);
        EXPECT_EQ(y[96 + i], 1);
    }
}

struct Large {
    double a;
    int b[3];
    char c;
};

__global__ void shuffle_large(int* y) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = rank_in_block();
    const Large mine{0.5 * rank, {rank, rank + 1, rank + 2}, static_cast<char>(rank)};
    const Large got = tile.shfl(mine, 5);
    const char small = tile.shfl_down(static_cast<char>(rank), 1);
    const int from = rank / 8 * 8 + 5;
    y[rank] = got.a == 0.5 * from && got.b[0] == from && got.b[2] == from + 2 && got.c == from &&
              small == (rank % 8 < 7 ? rank + 1 : rank);
}

TEST(Tile, ShufflesTypesOfUpTo32Bytes) { EXPECT_EQ(run<int>(1, shuffle_large, 32), std::vector<int>(32, 1)); }

__global__ void partial_tile(int* y) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<32>(block);
    const cg::thread_group dynamic = cg::tiled_partition(block, 16);
    const int n = block.size(), rank = block.thread_rank();
    y[rank] = tile.ballot(1);
    y[n + rank] = tile.meta_group_size();
    y[2 * n + rank] = dynamic.size();
    y[3 * n + rank] = dynamic.thread_rank();
}

TEST(Tile, OfAPartialWarp) {
    const std::vector<int> y = run<int>(4, partial_tile, 41);
    for (int i = 0; i < 41; ++i) {
        EXPECT_EQ(static_cast<unsigned>(y[i]), i < 32 ? 0xffffffffu : 0x1ffu);
        EXPECT_EQ(y[41 + i], 2);
        EXPECT_EQ(y[82 + i], i < 32 ? 16 : 9);
        EXPECT_EQ(y[123 + i], i % 16);
    }
}

// ---- Lanes that came together -----------------------------------------------------------------

__global__ void branches(unsigned* y) {
    const int lane = threadIdx.x % 32, n = blockDim.x;
    if (lane % 3 == 0) {
        y[threadIdx.x] = cg::coalesced_threads().size();
    } else if (lane % 3 == 1) {
        y[threadIdx.x] = cg::coalesced_threads().size();
        if (lane > 16) return;
    } else {
        for (int i = 0; i < lane / 8; ++i) y[threadIdx.x] = cg::coalesced_threads().size();
    }
    y[n + threadIdx.x] = __popc(__activemask());
    __syncthreads();
    y[2 * n + threadIdx.x] = __activemask();
}

TEST(Coalesced, AreTheLanesOfABranch) {
    const std::vector<unsigned> y = run<unsigned>(3, branches, 64);
    int left = 0, of_loop[4] = {};
    unsigned stayed = 0;
    for (int lane = 0; lane < 32; ++lane) {
        if (lane % 3 == 1 && lane > 16) continue;
        ++left;
        stayed |= 1u << lane;
        if (lane % 3 == 2)
            for (int i = 0; i < lane / 8; ++i) ++of_loop[i];
    }
    for (int i = 0; i < 64; ++i) {
        const int lane = i % 32;
        if (lane % 3 == 0) {
            EXPECT_EQ(y[i], 11u);
        }
        if (lane % 3 == 1) {
            EXPECT_EQ(y[i], 11u);
        }
        if (lane % 3 == 2) {
            EXPECT_EQ(y[i], lane < 8 ? ~0u : of_loop[lane / 8 - 1]) << lane;
        }
        const bool stays = stayed >> lane & 1;
        EXPECT_EQ(y[64 + i], stays ? left : ~0u);
        EXPECT_EQ(y[128 + i], stays ? stayed : ~0u);
    }
}

// Some lanes wait elsewhere: at the block's barrier, in a warp function, asleep.
__global__ void others_wait(unsigned* y) {
    __shared__ int flag;
    const int lane = threadIdx.x;
    if (lane == 0) flag = 0;
    __syncthreads();
    if (lane < 8) {
        y[lane] = __activemask();
        if (lane == 0) atomicExch(&flag, 1);
    } else if (lane < 16) {
        while (atomicAdd(&flag, 0) == 0) __nanosleep(10);
        y[lane] = __activemask();
    } else if (lane < 24) {
        y[lane] = __ballot_sync(0x00ff0000u, 1);
    }
    __syncthreads();
}

TEST(Coalesced, DoNotWaitForThoseThatWaitElsewhere) {
    const std::vector<unsigned> y = run<unsigned>(1, others_wait, 32);
    for (int i = 0; i < 24; ++i) EXPECT_EQ(y[i], 0xffu << i / 8 * 8) << i;
}

__global__ void describe_coalesced(int* y) {
    const int lane = threadIdx.x, n = blockDim.x;
    int* const out = y + lane;
    if (lane % 5 != 2) return;  // 2 7 12 17 22 27
    const cg::coalesced_group group = cg::coalesced_threads();
    out[0] = group.size();
    out[n] = group.thread_rank();
    out[2 * n] = group.shfl(lane, 3);
    out[3 * n] = group.shfl_up(lane, 2);
    out[4 * n] = group.shfl_down(lane, 1);
    out[5 * n] = group.ballot(lane % 2 == 0);
    out[6 * n] = group.any(lane == 7) + 2 * group.all(lane != 7);
    out[7 * n] = group.match_any(lane / 10);
    int equal = -1;
    out[8 * n] = group.match_all(4, equal) + 1000 * equal;
    group.sync();
    const cg::coalesced_group pair = cg::tiled_partition(group, 4);
    out[9 * n] = pair.size() + 10 * pair.thread_rank() + 100 * pair.meta_group_rank() + 1000 * pair.meta_group_size();
}

TEST(Coalesced, CountTheirRanks) {
    const std::vector<int> y = run<int>(10, describe_coalesced, 32);
    for (int rank = 0; rank < 6; ++rank) {
        const int lane = 5 * rank + 2;
        const int pair = rank < 4 ? 4 + 10 * rank : 2 + 10 * (rank - 4) + 100;
        const int want[] = {6,
                            rank,
                            17,
                            rank >= 2 ? lane - 10 : lane,
                            rank < 5 ? lane + 5 : lane,
                            0b010101,
                            1,
                            3 << rank / 2 * 2,
                            63 + 1000,
                            2000 + pair};
        for (int row = 0; row < 10; ++row) EXPECT_EQ(y[32 * row + lane], want[row]) << row << ' ' << rank;
    }
}

__global__ void all_coalesced(int* y) {
    const cg::coalesced_group group = cg::coalesced_threads();
    const int lane = threadIdx.x;
    y[lane] = group.shfl_up(lane, 1) + 100 * group.shfl_down(lane, 1) + 10000 * group.shfl(lane, 33);
}

TEST(Coalesced, MayBeAWholeWarp) {
    const std::vector<int> y = run<int>(1, all_coalesced, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], std::max(i - 1, 0) + 100 * std::min(i + 1, 31) + 10000);
}

// The classic: one atomic addition for all lanes that come here.
__device__ int add_together(int* counter) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, group.size());
    return group.shfl(first, 0) + group.thread_rank();
}

__global__ void filter(int* y, int* count) {
    const int i = rank_in_block();
    if (i % 7 < 3) y[add_together(count)] = i;
}

TEST(Coalesced, AddTogether) {
    DeviceArray<int> y(256), count(std::vector<int>{0});
    filter<<<1, 256>>>(y.data(), count.data());
    CHECK_LAUNCH();
    std::vector<int> kept = y.to_host();
    kept.resize(count.to_host()[0]);
    std::sort(kept.begin(), kept.end());
    std::vector<int> want;
    for (int i = 0; i < 256; ++i)
        if (i % 7 < 3) want.push_back(i);
    EXPECT_EQ(kept, want);
}

// ---- Partitions -------------------------------------------------------------------------------

__global__ void partitions(int* y) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int n = block_size(), rank = rank_in_block();
    int* const out = y + rank;
    const cg::coalesced_group odd = cg::binary_partition(tile, rank % 4 == 1);
    out[0] = odd.size() + 100 * odd.thread_rank() + 10000 * odd.meta_group_rank() + 100000 * odd.meta_group_size();
    const cg::coalesced_group none = cg::binary_partition(tile, false);
    out[n] = none.size() + 100 * none.meta_group_size();
    const cg::coalesced_group label = cg::labeled_partition(tile, rank * rank % 5);
    out[2 * n] = label.size() + 100 * label.meta_group_rank() + 10000 * label.meta_group_size();
    const cg::coalesced_group again = cg::labeled_partition(label, rank < 16 ? &y[0] : &y[1]);
    out[3 * n] = again.size() == label.size();
}

TEST(Partition, ByPredicateAndLabel) {
    const std::vector<int> y = run<int>(4, partitions, 32);
    for (int i = 0; i < 32; ++i) {
        const int r = i % 16, yes = i % 4 == 1;
        const int rank = yes ? r / 4 : r - (r + 2) / 4;
        EXPECT_EQ(y[i], (yes ? 4 : 12) + 100 * rank + 10000 * yes + 200000) << i;
        EXPECT_EQ(y[32 + i], 116);
        int size = 0, before = 0, seen[5] = {};
        for (int j = i - r; j < i - r + 16; ++j) size += j * j % 5 == i * i % 5;
        for (int j = i - r; j < i - r + 16 && j * j % 5 != i * i % 5; ++j) before += seen[j * j % 5]++ == 0;
        EXPECT_EQ(y[64 + i], size + 100 * before + 30000) << i;  // squares are 0, 1 or 4
        EXPECT_EQ(y[96 + i], 1);
    }
}

// ---- Reductions and scans ---------------------------------------------------------------------

struct MinMax {
    int least, largest;
};

template <unsigned Size>
__global__ void reductions(int* y) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const int n = block_size(), rank = rank_in_block(), mine = (rank * 37 + 11) % 101 - 50;
    int* const out = y + rank;
    out[0] = cg::reduce(tile, mine, cg::plus<int>());
    out[n] = cg::reduce(tile, mine, cg::less<int>());
    out[2 * n] = cg::reduce(tile, mine, cg::greater<int>());
    out[3 * n] = cg::reduce(tile, mine, cg::bit_and<int>()) + cg::reduce(tile, mine, cg::bit_or<int>()) -
                 cg::reduce(tile, mine, cg::bit_xor<int>());
    const MinMax both = cg::reduce(tile, MinMax{mine, mine}, [](MinMax a, MinMax b) {
        return MinMax{min(a.least, b.least), max(a.largest, b.largest)};
    });
    out[4 * n] = both.largest - both.least;
    out[5 * n] = cg::inclusive_scan(tile, mine);
    out[6 * n] = cg::exclusive_scan(tile, mine, cg::plus<int>());
    out[7 * n] = cg::inclusive_scan(tile, mine, cg::greater<int>());
    out[8 * n] = cg::exclusive_scan(tile, mine, cg::less<int>());
    out[9 * n] = static_cast<int>(4 * cg::exclusive_scan(tile, 0.25f * mine));
}

template <unsigned Size>
void expect_reductions() {
    const int n = 64, size = Size;
    const std::vector<int> y = run<int>(10, reductions<Size>, n);
    const auto value = [](int i) { return (i * 37 + 11) % 101 - 50; };
    for (int i = 0; i < n; ++i) {
        const int first = i / size * size;
        int sum = 0, least = 1000, largest = -1000, all = -1, any = 0, odd = 0, before = 0;
        int largest_so_far = -1000, least_before = i == first ? 0 : 1000;
        for (int j = first; j < first + size; ++j) {
            sum += value(j), all &= value(j), any |= value(j), odd ^= value(j);
            least = std::min(least, value(j)), largest = std::max(largest, value(j));
            if (j < i) before += value(j), least_before = std::min(least_before, value(j));
            if (j <= i) largest_so_far = std::max(largest_so_far, value(j));
        }
        const int want[] = {sum,    least,          largest,      all + any - odd, largest - least, before + value(i),
                            before, largest_so_far, least_before, before};
        for (int row = 0; row < 10; ++row) ASSERT_EQ(y[row * n + i], want[row]) << row << ' ' << i << ' ' << size;
    }
}

TEST(Reduce, AndScanTiles) {
    expect_reductions<1>();
    expect_reductions<2>();
    expect_reductions<8>();
    expect_reductions<32>();
}

__global__ void reduce_coalesced(int* y) {
    const int lane = threadIdx.x, n = blockDim.x;
    if (lane % 3 == 0) return;
    const cg::coalesced_group group = cg::coalesced_threads();
    y[lane] = cg::reduce(group, lane, cg::plus<int>());
    y[n + lane] = cg::inclusive_scan(group, lane);
    y[2 * n + lane] = cg::exclusive_scan(group, lane, cg::greater<int>());
}

TEST(Reduce, AndScanCoalescedLanes) {
    const std::vector<int> y = run<int>(3, reduce_coalesced, 32);
    for (int lane = 0, sum = 0, before = 0; lane < 32; ++lane) {
        if (lane % 3 == 0) continue;
        EXPECT_EQ(y[lane], 31 * 16 - 165);
        EXPECT_EQ(y[32 + lane], sum += lane);
        EXPECT_EQ(y[64 + lane], before);
        before = lane;
    }
}

// The order of the additions is a GPU's: a butterfly.
__global__ void sum_floats(float* y) {
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    const float mine[] = {1e8f, 1.0f, -1e8f, 1.0f};
    y[threadIdx.x] = cg::reduce(tile, mine[threadIdx.x], cg::plus<float>());
}

TEST(Reduce, AddsFloatsInAButterfly) { EXPECT_EQ(run<float>(1, sum_floats, 4), std::vector<float>(4, 2.0f)); }

__global__ void into_memory(int* y, int* sums) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = rank_in_block();
    cuda::atomic_ref<int, cuda::thread_scope_device> total(sums[0]), next(sums[1]);
    cg::reduce_update_async(tile, total, rank, cg::plus<int>());
    cg::reduce_store_async(tile, &sums[2 + rank / 8], rank, cg::greater<int>());
    y[rank] = cg::exclusive_scan_update(tile, next, 1);
}

TEST(Reduce, IntoMemory) {
    DeviceArray<int> y(32), d_sums(std::vector<int>(6, 0));
    into_memory<<<1, 32>>>(y.data(), d_sums.data());
    CHECK_LAUNCH();
    EXPECT_EQ(d_sums.to_host(), (std::vector<int>{31 * 16, 32, 7, 15, 23, 31}));
    std::vector<int> places = y.to_host();
    for (int i = 1; i < 32; ++i)
        if (i % 8 != 0) {
            EXPECT_EQ(places[i], places[i - 1] + 1);
        }
    std::sort(places.begin(), places.end());
    for (int i = 0; i < 32; ++i) EXPECT_EQ(places[i], i);
}

// ---- The rest ---------------------------------------------------------------------------------

__global__ void invoke(int* y) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    __shared__ int calls;
    if (rank_in_block() == 0) calls = 0;
    cg::this_thread_block().sync();
    cg::invoke_one(
        tile, [&](int by) { atomicAdd(&calls, by); }, 10);
    y[rank_in_block()] = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(&calls, 1) >= 0; });
    cg::this_thread_block().sync();
    y[block_size() + rank_in_block()] = calls;
}

TEST(Invoke, OneForTheGroup) {
    const std::vector<int> y = run<int>(2, invoke, 32);
    for (int i = 0; i < 32; ++i) {
        EXPECT_EQ(y[i], 1);
        EXPECT_EQ(y[32 + i], 44);
    }
}

__global__ void describe_grid(int* y) {
    const cg::grid_group grid = cg::this_grid();
    const cg::cluster_group cluster = cg::this_cluster();
    const cg::thread_group any = grid;
    cluster.sync();
    y[grid.thread_rank()] = grid.size() + 1000 * grid.block_rank() + 100000 * grid.num_blocks();
    const bool alone = cluster.num_blocks() == 1 && cluster.block_rank() == 0 &&
                       cluster.thread_rank() == rank_in_block() && cluster.map_shared_rank(y, 0) == y &&
                       grid.num_clusters() == grid.num_blocks() && any.size() == grid.num_threads();
    const dim3 at = grid.thread_index();
    if (grid.is_valid() || !alone || at.x != blockIdx.x * blockDim.x + threadIdx.x || grid.dim_threads().y != 6)
        y[grid.thread_rank()] = -1;
}

TEST(Grid, KnowsItsBlocks) {
    DeviceArray<int> d_y(72);
    describe_grid<<<dim3(2, 3), dim3(6, 2)>>>(d_y.data());
    CHECK_LAUNCH();
    const std::vector<int> y = d_y.to_host();
    for (int i = 0; i < 72; ++i) EXPECT_EQ(y[i], 72 + 1000 * (i / 12) + 600000);
}

using Misuse = Child;

__global__ void bad_tile() { cg::tiled_partition(cg::this_thread_block(), 5).sync(); }
void launch_bad_tile() {
    bad_tile<<<1, 32>>>();
    CHECK_CUDA(cudaDeviceSynchronize());
}

TEST_F(Misuse, OfATileOfFive) {
    EXPECT_EXIT(launch_bad_tile(), testing::ExitedWithCode(3),
                "tiled_partition\\(\\) at .*: a tile has 1, 2, 4, 8, 16 or 32 threads: kernel bad_tile");
}

}  // namespace
