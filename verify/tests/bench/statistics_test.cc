#include "verify/bench/statistics.h"

#include <gtest/gtest.h>

namespace verify::detail {
namespace {

TEST(Quantile, LiesBetweenTheValuesThatAreNearest) {
    EXPECT_DOUBLE_EQ(quantile({5}, 0.05), 5.0);
    EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
    EXPECT_DOUBLE_EQ(quantile({3, 1, 2}, 0.5), 2.0);
    EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40}, 0.05), 2.0);
    EXPECT_DOUBLE_EQ(quantile({0, 10, 20, 30, 40}, 1.0), 40.0);
    EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
}

TEST(Spread, OneDisturbedBlockOfManyIsNoDisturbance) {
    std::vector<double> ratios(21, 1.0);
    ratios[3] = 2.0;
    EXPECT_TRUE(spread_of(ratios).is_narrow(0.10));
    ratios[4] = ratios[5] = 2.0;
    EXPECT_FALSE(spread_of(ratios).is_narrow(0.10));
    EXPECT_DOUBLE_EQ(spread_of(ratios).median, 1.0);
}

}  // namespace
}  // namespace verify::detail
