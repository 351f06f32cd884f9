// Thread and block orders: DAYBREAK_ORDER=forward, reverse or random:SEED. What a kernel may not depend on, and what is
// here to show that it does.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "common/device_array.h"
#include "verify/tests/cpu/runtime/child.h"

namespace {

using common::DeviceArray;
using testing::ExitedWithCode;

constexpr int BLOCKS = 10, THREADS = 40, STEPS = 3;

// Threads write down their ranks as they come, in each of the steps between barriers; row [block's turn, step].
__global__ void write_down(int* ranks, int* blocks, int* turn) {
    __shared__ int come[STEPS];
    const int rank = threadIdx.y * blockDim.x + threadIdx.x, mine = *turn;
    for (int step = 0; step < STEPS; ++step) {
        if (come[step] == -1) come[step] = 0;  // poison: the first to come
        ranks[(mine * STEPS + step) * THREADS + come[step]++] = rank;
        __syncthreads();
    }
    if (rank == 0) blocks[(*turn)++] = blockIdx.y * gridDim.x + blockIdx.x;
}

using Ranks = std::vector<int>;

struct Runs {
    std::vector<Ranks> threads;  // of each block, in each step
    Ranks blocks;
};

// Asks for `order` in a child, since it is read once in a process. This one launches nothing, so it may fork.
Runs run_in(const char* order) {
    int ends[2];
    if (pipe(ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        steer("DAYBREAK_ORDER", order);
        DeviceArray<int> ranks(BLOCKS * STEPS * THREADS), blocks(BLOCKS), turn(Ranks{0});
        write_down<<<dim3(2, BLOCKS / 2), dim3(8, THREADS / 8)>>>(ranks.data(), blocks.data(), turn.data());
        CHECK_LAUNCH();
        for (const Ranks& all : {ranks.to_host(), blocks.to_host()})
            if (write(ends[1], all.data(), all.size() * sizeof(int)) < 0) std::_Exit(1);
        std::_Exit(0);
    }
    waitpid(child, nullptr, 0);  // the pipe holds all that it writes
    close(ends[1]);
    Runs runs{std::vector<Ranks>(BLOCKS * STEPS, Ranks(THREADS)), Ranks(BLOCKS)};
    const auto fill = [&](Ranks& row) {
        const auto bytes = static_cast<ssize_t>(row.size() * sizeof(int));
        if (read(ends[0], row.data(), bytes) != bytes) row.clear();
    };
    for (Ranks& row : runs.threads) fill(row);
    fill(runs.blocks);
    close(ends[0]);
    return runs;
}

Ranks counting(int n) {
    Ranks ranks(n);
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}
Ranks counting_down(int n) {
    Ranks ranks = counting(n);
    std::reverse(ranks.begin(), ranks.end());
    return ranks;
}
Ranks sorted(Ranks ranks) {
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

TEST(Order, ForwardIsByRank) {
    const Runs runs = run_in("forward");
    EXPECT_EQ(runs.blocks, counting(BLOCKS));
    EXPECT_EQ(runs.threads, std::vector<Ranks>(BLOCKS * STEPS, counting(THREADS)));
}

TEST(Order, ReverseIsTheOppositeAlsoAfterBarriers) {
    const Runs runs = run_in("reverse");
    EXPECT_EQ(runs.blocks, counting_down(BLOCKS));
    EXPECT_EQ(runs.threads, std::vector<Ranks>(BLOCKS * STEPS, counting_down(THREADS)));
}

TEST(Order, RandomDiffersFromBlockToBlockAndFromBarrierToBarrier) {
    const Runs runs = run_in("random:1");
    EXPECT_EQ(sorted(runs.blocks), counting(BLOCKS));
    EXPECT_NE(runs.blocks, counting(BLOCKS));
    std::vector<Ranks> all = runs.threads;
    for (const Ranks& one : all) EXPECT_EQ(sorted(one), counting(THREADS));
    std::sort(all.begin(), all.end());
    EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
    EXPECT_FALSE(std::binary_search(all.begin(), all.end(), counting(THREADS)));
}

TEST(Order, RandomIsRepeatedByItsSeed) {
    const Runs one = run_in("random:1"), again = run_in("random:1"), two = run_in("random:2");
    EXPECT_EQ(one.threads, again.threads);
    EXPECT_EQ(one.blocks, again.blocks);
    EXPECT_NE(one.threads, two.threads);
    EXPECT_NE(one.blocks, two.blocks);
}

// ---- Warps ------------------------------------------------------------------------------------

// Lanes write down their numbers as they come out of a warp function.
__global__ void write_down_lanes(int* lanes, int* come) {
    __syncwarp();
    lanes[(*come)++] = threadIdx.x;
}

[[noreturn]] void print_lanes(const char* order) {
    steer("DAYBREAK_ORDER", order);
    DeviceArray<int> lanes(32), come(Ranks{0});
    write_down_lanes<<<1, 32>>>(lanes.data(), come.data());
    CHECK_LAUNCH();
    const Ranks got = lanes.to_host();
    std::fputs(got == counting(32)           ? "up"
               : got == counting_down(32)    ? "down"
               : sorted(got) == counting(32) ? "mixed"
                                             : "?",
               stderr);
    std::_Exit(0);
}

class OrderInWarp : public Child {};

TEST_F(OrderInWarp, FollowsTheThreads) {
    EXPECT_EXIT(print_lanes("forward"), ExitedWithCode(0), "^up$");
    EXPECT_EXIT(print_lanes("reverse"), ExitedWithCode(0), "^down$");
    EXPECT_EXIT(print_lanes("random:1"), ExitedWithCode(0), "^mixed$");
}

// ---- What is not an order ---------------------------------------------------------------------

__global__ void nothing() {}

[[noreturn]] void launch_in(const char* order) {
    steer("DAYBREAK_ORDER", order);
    nothing<<<1, 1>>>();
    std::_Exit(0);
}

class BadOrder : public Child {};

TEST_F(BadOrder, EndsTheProgramWithOneLine) {
    for (const char* order : {"", "backward", "random", "random:", "random:x", "random:1x", "Forward"})
        EXPECT_EXIT(launch_in(order), ExitedWithCode(2),
                    std::string("^CPU device: DAYBREAK_ORDER must be forward, reverse or random:SEED, not \"") + order +
                        "\": try DAYBREAK_ORDER=random:1\n$");
    EXPECT_EXIT(launch_in("random:18446744073709551615"), ExitedWithCode(0), "^$");
}

}  // namespace
