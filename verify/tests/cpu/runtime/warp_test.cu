// Warp-wide functions. What a shuffle gives is computed here from the rules of the PTX instruction shfl.sync.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "common/device_array.h"

namespace {

using common::DeviceArray;

constexpr unsigned ALL = 0xffffffffu;

// The results of one block: kernel(y, arguments...) writes y[rank].
template <class T, class Kernel, class... Arguments>
std::vector<T> run(Kernel kernel, dim3 block, Arguments... arguments) {
    DeviceArray<T> y(block.x * block.y * block.z);
    kernel<<<1, block>>>(y.data(), arguments...);
    CHECK_LAUNCH();
    return y.to_host();
}

// ---- Shuffles ---------------------------------------------------------------------------------

enum Shuffle { idx, up, down, bfly };

// The lane that `lane` reads from: PTX ISA, shfl.sync, with the operand c as CUDA's functions of that width give it.
int source_lane(Shuffle shuffle, int lane, int b, int width) {
    const int c = (32 - width) << 8 | (shuffle == up ? 0 : 31);
    const int bval = b & 31, cval = c & 31, segmask = c >> 8 & 31;
    const int maxLane = (lane & segmask) | (cval & ~segmask), minLane = lane & segmask;
    int j = lane;
    bool p = false;
    if (shuffle == up) j = lane - bval, p = j >= maxLane;
    if (shuffle == down) j = lane + bval, p = j <= maxLane;
    if (shuffle == bfly) j = lane ^ bval, p = j <= maxLane;
    if (shuffle == idx) j = minLane | (bval & ~segmask), p = j <= maxLane;
    return p ? j : lane;
}

template <class T>
__device__ __host__ T value_of(int lane) {  // differs in every byte of T
    return static_cast<T>(lane + 1) * static_cast<T>(sizeof(T) == 8 ? 0x0123456789abcdl : 0x12345);
}

template <class T>
__global__ void shuffle_all(T* y, Shuffle shuffle, int b, int width) {
    const T mine = value_of<T>(threadIdx.x % 32);
    T got = mine;
    if (shuffle == idx) got = __shfl_sync(ALL, mine, b, width);
    if (shuffle == up) got = __shfl_up_sync(ALL, mine, b, width);
    if (shuffle == down) got = __shfl_down_sync(ALL, mine, b, width);
    if (shuffle == bfly) got = __shfl_xor_sync(ALL, mine, b, width);
    y[threadIdx.x] = got;
}

template <class T>
void expect_shuffles_of_every_width(Shuffle shuffle) {
    for (int width = 1; width <= 32; width *= 2)
        for (int b = 0; b <= 33; ++b) {
            const std::vector<T> y = run<T>(shuffle_all<T>, 64, shuffle, b, width);
            for (int i = 0; i < 64; ++i)
                ASSERT_EQ(y[i], value_of<T>(source_lane(shuffle, i % 32, b, width))) << i << ' ' << b << ' ' << width;
        }
}

TEST(Shuffle, FromALane) { expect_shuffles_of_every_width<int>(idx); }
TEST(Shuffle, Up) { expect_shuffles_of_every_width<int>(up); }
TEST(Shuffle, Down) { expect_shuffles_of_every_width<int>(down); }
TEST(Shuffle, Xor) { expect_shuffles_of_every_width<int>(bfly); }

TEST(Shuffle, OfEveryType) {
    expect_shuffles_of_every_width<unsigned>(idx);
    expect_shuffles_of_every_width<float>(up);
    expect_shuffles_of_every_width<double>(down);
    expect_shuffles_of_every_width<long long>(bfly);
    expect_shuffles_of_every_width<unsigned long long>(idx);
    expect_shuffles_of_every_width<long>(up);
}

// Each lane may name another source.
__global__ void rotate(int* y) { y[threadIdx.x] = __shfl_sync(ALL, static_cast<int>(threadIdx.x), threadIdx.x + 5); }

TEST(Shuffle, FromADifferentLaneEach) {
    const std::vector<int> y = run<int>(rotate, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], (i + 5) % 32);
}

__global__ void sum_of_warp(int* y) {
    const int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int sum = rank;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(ALL, sum, step);
    y[rank] = sum;
}

TEST(Warp, IsThirtyTwoNeighboursByRank) {
    const std::vector<int> y = run<int>(sum_of_warp, dim3(6, 4, 8));
    for (int i = 0; i < 192; ++i) EXPECT_EQ(y[i], 32 * (i / 32 * 32) + 31 * 32 / 2);
}

// ---- Masks ------------------------------------------------------------------------------------

// Even and odd lanes each talk among themselves, in different functions at the same time.
__global__ void two_conversations(int* y) {
    const int lane = threadIdx.x;
    if (lane % 2 == 0) {
        int sum = lane;
        for (int step = 16; step > 1; step /= 2) sum += __shfl_xor_sync(0x55555555u, sum, step);
        y[lane] = sum;
    } else {
        y[lane] = __ballot_sync(0xaaaaaaaau, lane > 20);
    }
}

TEST(Mask, SeparatesConversations) {
    const std::vector<int> y = run<int>(two_conversations, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], i % 2 == 0 ? 240 : static_cast<int>(0xaaa00000u));
}

__global__ void first_half(int* y) {
    y[threadIdx.x] = -1;
    if (threadIdx.x < 16) y[threadIdx.x] = __reduce_add_sync(0xffffu, static_cast<int>(threadIdx.x));
}

TEST(Mask, NeedsNoOtherLanes) {
    const std::vector<int> y = run<int>(first_half, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], i < 16 ? 120 : -1);
}

__global__ void last_warp(unsigned* y) {
    const unsigned active = __activemask();
    y[threadIdx.x] = __ballot_sync(active, 1);
}

TEST(Mask, OfAPartialWarpNamesItsLanes) {
    const std::vector<unsigned> y = run<unsigned>(last_warp, 40);
    for (int i = 0; i < 40; ++i) EXPECT_EQ(y[i], i < 32 ? ALL : 0xffu);
}

#ifdef DAYBREAK_CPU

__global__ void without_those_that_left(unsigned* y) {
    if (threadIdx.x % 3 == 0) return;
    y[threadIdx.x] = __ballot_sync(ALL, 1);
}

TEST(Mask, OfThreadsThatExitedDoesNotWaitForThem) {
    const std::vector<unsigned> y = run<unsigned>(without_those_that_left, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(y[i], i % 3 == 0 ? ALL : 0xb6db6db6u);  // ALL: poison
}

// Lane 31 leaves two conversations at once, in most orders when the others already wait for it.
__global__ void leave_two(unsigned* y) {
    const int lane = threadIdx.x;
    if (lane < 31) y[lane] = __ballot_sync(lane < 16 ? 0x8000ffffu : 0xffff0000u, 1);
}

TEST(Mask, OfAThreadThatExitsLetsEveryConversationGoOn) {
    const std::vector<unsigned> y = run<unsigned>(leave_two, 32);
    for (int i = 0; i < 31; ++i) EXPECT_EQ(y[i], i < 16 ? 0xffffu : 0x7fff0000u);
}

__global__ void read_absent_lane(float* y) {
    y[threadIdx.x] = 0.0f;
    if (threadIdx.x < 8) y[threadIdx.x] = __shfl_down_sync(0xffu, 1.0f, 4);
}

TEST(Mask, ALaneOutsideItGivesNaN) {
    const std::vector<float> y = run<float>(read_absent_lane, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(std::isnan(y[i]), 4 <= i && i < 8) << i;
}

#endif

// ---- Votes ------------------------------------------------------------------------------------

// Bits 0..2: any, all, and whether the ballot is right, of the lanes whose bits are set in `predicate`.
__global__ void vote(unsigned* y, unsigned mask, unsigned predicate) {
    const int lane = threadIdx.x;
    y[lane] = 0;
    if (!(mask >> lane & 1)) return;
    const int mine = predicate >> lane & 1 ? 4 : 0;  // any value but zero is true
    y[lane] =
        __any_sync(mask, mine) | __all_sync(mask, mine) << 1 | (__ballot_sync(mask, mine) == (predicate & mask)) << 2;
}

TEST(Vote, CountsTheLanesOfItsMask) {
    for (const unsigned mask : {ALL, 1u, 0x80000000u, 0x00ff00ffu})
        for (const unsigned predicate : {0u, 1u, 0x80000000u, 0x00ff00ffu, 0xfffffffeu, ALL}) {
            const unsigned of = predicate & mask;
            const unsigned want = (of != 0) | (of == mask) << 1 | 1 << 2;
            const std::vector<unsigned> y = run<unsigned>(vote, 32, mask, predicate);
            for (int i = 0; i < 32; ++i)
                ASSERT_EQ(y[i], mask >> i & 1 ? want : 0) << i << ' ' << mask << ' ' << predicate;
        }
}

// ---- Match ------------------------------------------------------------------------------------

template <class T>
__device__ __host__ T matched(int lane, int modulus) {
    return static_cast<T>(lane % modulus) / 2;
}

template <class T>
__global__ void match(unsigned* y, unsigned mask, int modulus) {  // rows any, all, equal
    const int lane = threadIdx.x;
    const T value = matched<T>(lane, modulus);
    int equal = -1;
    if (!(mask >> lane & 1)) return;
    y[lane] = __match_any_sync(mask, value);
    y[lane + 32] = __match_all_sync(mask, value, &equal);
    y[lane + 64] = equal;
}

template <class T>
void expect_matches(unsigned mask, int modulus) {
    DeviceArray<unsigned> d_y(96);
    match<T><<<1, 32>>>(d_y.data(), mask, modulus);
    CHECK_LAUNCH();
    const std::vector<unsigned> y = d_y.to_host();
    for (int i = 0; i < 32; ++i) {
        if (!(mask >> i & 1)) continue;
        unsigned want = 0;
        for (int j = 0; j < 32; ++j)
            if ((mask >> j & 1) && matched<T>(i, modulus) == matched<T>(j, modulus)) want |= 1u << j;
        EXPECT_EQ(y[i], want) << i << ' ' << mask << ' ' << modulus;
        EXPECT_EQ(y[i + 32], want == mask ? mask : 0) << i << ' ' << mask << ' ' << modulus;
        EXPECT_EQ(y[i + 64], want == mask) << i << ' ' << mask << ' ' << modulus;
    }
}

template <class T>
void expect_matches() {
    for (const unsigned mask : {ALL, 0x00ff0007u})
        for (const int modulus : {1, 3, 32}) expect_matches<T>(mask, modulus);
}

TEST(Match, FindsLanesWithTheSameValue) {
    expect_matches<int>();
    expect_matches<unsigned long long>();
    expect_matches<float>();
    expect_matches<double>();
}

// ---- Reductions -------------------------------------------------------------------------------

template <class T>
__device__ __host__ T spread(unsigned lane) {  // over all of T, negative numbers too
    return static_cast<T>(lane * 2654435761u);
}

template <class T>
__global__ void reduce(T* y, unsigned mask) {
    const unsigned lane = threadIdx.x;
    if (!(mask >> lane & 1)) return;
    y[lane] = __reduce_add_sync(mask, spread<T>(lane));
    y[lane + 32] = __reduce_min_sync(mask, spread<T>(lane));
    y[lane + 64] = __reduce_max_sync(mask, spread<T>(lane));
}

__global__ void reduce_bits(unsigned* y, unsigned mask) {
    const unsigned lane = threadIdx.x;
    if (!(mask >> lane & 1)) return;
    y[lane] = __reduce_and_sync(mask, spread<unsigned>(lane) | 0xf0u);
    y[lane + 32] = __reduce_or_sync(mask, spread<unsigned>(lane) & ~0xf0u);
    y[lane + 64] = __reduce_xor_sync(mask, spread<unsigned>(lane));
}

// Row `row` of y holds, in every lane of the mask, what `combine` makes of the values of its lanes, one after another.
template <class T, class Combine>
void expect_row(const std::vector<T>& y, int row, unsigned mask, T want, Combine combine) {
    for (unsigned lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) want = combine(want, spread<T>(lane));
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        EXPECT_EQ(y[32 * row + lane], want) << "lane " << lane << " of " << mask;
    }
}

template <class T>
void expect_reductions() {
    for (const unsigned mask : {ALL, 0x00ff0010u, 2u}) {
        DeviceArray<T> d_y(96);
        reduce<T><<<1, 32>>>(d_y.data(), mask);
        CHECK_LAUNCH();
        const std::vector<T> y = d_y.to_host();
        expect_row(y, 0, mask, T(0), [](unsigned a, unsigned b) { return static_cast<T>(a + b); });
        expect_row(y, 1, mask, std::numeric_limits<T>::max(), [](T a, T b) { return std::min(a, b); });
        expect_row(y, 2, mask, std::numeric_limits<T>::min(), [](T a, T b) { return std::max(a, b); });
    }
}

TEST(Reduce, AddsAndComparesSignedAndUnsigned) {
    expect_reductions<int>();
    expect_reductions<unsigned>();
}

TEST(Reduce, CombinesBits) {
    for (const unsigned mask : {ALL, 0x00ff0010u, 2u}) {
        DeviceArray<unsigned> d_y(96);
        reduce_bits<<<1, 32>>>(d_y.data(), mask);
        CHECK_LAUNCH();
        const std::vector<unsigned> y = d_y.to_host();
        expect_row(y, 0, mask, ALL, [](unsigned a, unsigned b) { return a & (b | 0xf0u); });
        expect_row(y, 1, mask, 0u, [](unsigned a, unsigned b) { return a | (b & ~0xf0u); });
        expect_row(y, 2, mask, 0u, [](unsigned a, unsigned b) { return a ^ b; });
    }
}

// ---- Together with memory and barriers ----------------------------------------------------------

__global__ void through_memory(int* y) {
    __shared__ int s[64];
    for (int step = 0; step < 3; ++step) {
        s[threadIdx.x] = threadIdx.x + step;
        __syncwarp();
        y[threadIdx.x] = s[threadIdx.x ^ 31];
        __syncwarp();
    }
}

TEST(Syncwarp, ShowsWhatTheWarpWrote) {
    const std::vector<int> y = run<int>(through_memory, 64);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(y[i], (i ^ 31) + 2);
}

__global__ void sum_of_block(int* y) {
    __shared__ int s[32];
    int sum = threadIdx.x;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(ALL, sum, step);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
    if (threadIdx.x < 32)
        for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(ALL, sum, step);
    if (threadIdx.x == 0) s[0] = sum;
    __syncthreads();
    y[threadIdx.x] = s[0];
}

TEST(Warp, WorksBetweenBarriers) {
    for (const int n : {32, 96, 1024}) EXPECT_EQ(run<int>(sum_of_block, n), std::vector<int>(n, n * (n - 1) / 2));
}

}  // namespace
