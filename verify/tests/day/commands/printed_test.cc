// What two orders print: is it the same, but for the order of the lines and for what a clock says?
#include "verify/day/commands/printed.h"

#include <gtest/gtest.h>

namespace {

using day::compare_printed;
using day::Difference;
using Lines = std::vector<std::string>;

std::string not_asked() {
    ADD_FAILURE() << "another run was not needed";
    return "";
}

TEST(Printed, EqualTextsNeedNoOtherRun) { EXPECT_FALSE(compare_printed("a 1\n", "a 1\n", not_asked).any()); }

TEST(Printed, LinesInAnotherOrderAreMoved) {
    const Difference difference = compare_printed("a 1\nb 2\n", "b 2\na 1\n", not_asked);
    EXPECT_TRUE(difference.moved);
    EXPECT_FALSE(difference.changes_values());
}

TEST(Printed, WhatAlsoDiffersInOneOrderIsAClocks) {
    const Difference difference =
        compare_printed("sum 7\ntook 0.12 ms\n", "sum 7\ntook 3 ms\n", [] { return "sum 7\ntook 1370.1 ms\n"; });
    EXPECT_FALSE(difference.changes_values());
    EXPECT_FALSE(difference.moved);
    EXPECT_EQ(difference.by_clock, (Lines{"took 0.12 ms"}));
}

TEST(Printed, AValueInALineWithATimeIsAValue) {
    const auto again = [] { return "sum 7 took 9 ms\n"; };
    EXPECT_FALSE(compare_printed("sum 7 took 1 ms\n", "sum 7 took 2 ms\n", again).changes_values());
    const Difference difference = compare_printed("sum 7 took 1 ms\n", "sum 8 took 2 ms\n", again);
    EXPECT_EQ(difference.first_only, (Lines{"sum 7 took 1 ms"}));
    EXPECT_EQ(difference.second_only, (Lines{"sum 8 took 2 ms"}));
}

TEST(Printed, AValueThatIsTheSameInOneOrderIsTheOrdersDoing) {
    const Difference difference = compare_printed("sum 1.25e-3\n", "sum 1.26e-3\n", [] { return "sum 1.25e-3\n"; });
    EXPECT_TRUE(difference.changes_values());
    EXPECT_TRUE(difference.by_clock.empty());
}

TEST(Printed, ANumberThatBecomesNoNumberIsAValue) {
    EXPECT_TRUE(compare_printed("sum 1\n", "sum nan\n", [] { return "sum 1\n"; }).changes_values());
    EXPECT_TRUE(compare_printed("ok\n", "wrong\n", [] { return "ok\n"; }).changes_values());
}

TEST(Printed, AWordThatAClockDecidesIsNoValue) {
    const Difference difference =
        compare_printed("faster\nsum 3\n", "slower\nsum 3\n", [] { return "slower\nsum 3\n"; });
    EXPECT_FALSE(difference.changes_values());
}

TEST(Printed, AMissingLineIsAValue) {
    EXPECT_TRUE(compare_printed("a\nb\n", "a\n", [] { return "a\nb\n"; }).changes_values());
}

TEST(Printed, AValueBesideATimeOfTheSameWordsIsAValue) {
    const auto again = [] { return "1370.1\n7\n"; };
    EXPECT_FALSE(compare_printed("0.5\n7\n", "0.6\n7\n", again).changes_values());
    const Difference difference = compare_printed("0.5\n7\n", "0.6\n8\n", again);
    EXPECT_EQ(difference.first_only, (Lines{"7"}));
    EXPECT_EQ(difference.second_only, (Lines{"8"}));
    EXPECT_EQ(difference.by_clock, (Lines{"0.5"}));
}

TEST(Printed, LinesOfTheSameWordsAsATimeMayMove) {
    const Difference difference = compare_printed("0.5\n1\n2\n", "0.6\n2\n1\n", [] { return "1370.1\n1\n2\n"; });
    EXPECT_FALSE(difference.changes_values());
    EXPECT_TRUE(difference.moved);
}

TEST(Printed, AMissingLineLeavesTheOthersATime) {
    const auto again = [] { return "1370.1\n1371.1\n"; };
    const Difference difference = compare_printed("0.5\n0.6\n", "0.7\n", again);
    EXPECT_TRUE(difference.changes_values());
}

TEST(Printed, BlanksAroundATimeDoNotCount) {
    const auto again = [] { return "took  1370.1 ms\n"; };
    EXPECT_FALSE(compare_printed("took     9.5 ms\n", "took    10.5 ms\n", again).changes_values());
}

}  // namespace
