// What orders two accesses of a grid, where the way from one to the other is long.
#include "verify/cpu/checker/ordering.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

namespace {

using cpu_device::checker::Ordering;
using cpu_device::checker::Side;
using cpu_device::checker::STAMP_SHIFT;

// Calls `body` on as little stack as a thread of a kernel has.
void on_small_stack(std::function<void()> body) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    pthread_t thread;
    const auto run = [](void* call) -> void* {
        (*static_cast<std::function<void()>*>(call))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &body), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

// Blocks of one thread hand something on: each acquires what the one before released, and releases it to the next
// through an object of its own. Is what block 0 did before ordered before the last one? `gap`: this block acquires
// nothing.
bool chain_orders(std::uint32_t blocks, std::uint32_t gap) {
    bool ordered = false;
    on_small_stack([&] {
        Ordering order;
        order.begin_grid();
        Side written = 0;
        for (std::uint32_t block = 0; block < blocks; ++block) {
            order.begin_block(block, 1);
            if (block == 0) written = Side{order.now} << STAMP_SHIFT;
            if (block > 0 && block != gap) order.atomic(0, 4 * block - 4, true, false, false);
            order.fence(0);
            order.atomic(0, 4 * block, false, true, false);
            if (block + 1 < blocks) order.end_block(block);
        }
        ordered = order.before(written, 0);
    });
    return ordered;
}

TEST(Ordering, FollowsALongChainOfReleases) {
    EXPECT_TRUE(chain_orders(2, 0));
    EXPECT_FALSE(chain_orders(2, 1));
    EXPECT_TRUE(chain_orders(100'000, 0));
    EXPECT_FALSE(chain_orders(100'000, 50'000));
}

// Each release through one object tells of all before it: a search that went every way would never end.
TEST(Ordering, LooksAtEverythingOnce) {
    Ordering order;
    order.begin_grid();
    Side written = 0;
    for (std::uint32_t block = 0; block < 300; ++block) {
        order.begin_block(block, 1);
        if (block == 0) written = Side{order.now} << STAMP_SHIFT;
        for (std::uintptr_t object : {4, 8}) order.atomic(0, object, true, false, false);
        order.fence(0);
        for (std::uintptr_t object : {4, 8}) order.atomic(0, object, false, true, false);
        if (block < 299) order.end_block(block);
    }
    EXPECT_TRUE(order.before(written, 0));
}

}  // namespace
