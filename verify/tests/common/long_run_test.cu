// common/progress.h: what a long run says of itself, and what Ctrl-C does to it.
#include "common/progress.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using common::Progress;
using testing::ExitedWithCode;
using testing::KilledBySignal;

std::vector<std::string> lines_of_run(int steps) {
    testing::internal::CaptureStdout();
    Progress progress(steps, "images");
    for (int step = 0; step < steps; ++step) progress.done(64, 2.0);
    std::istringstream said(testing::internal::GetCapturedStdout());
    std::vector<std::string> lines;
    for (std::string line; std::getline(said, line);) lines.push_back(line);
    return lines;
}

TEST(Progress, SaysALineEveryTenthOfTheWayWhereNoTerminalIs) {
    const std::vector<std::string> lines = lines_of_run(938);
    ASSERT_EQ(lines.size(), 10u);
    const std::regex fourth(R"(\[########            \]  step 376 of 938  loss 2\.000  \d+ images/s  0:00 left)");
    EXPECT_TRUE(std::regex_match(lines[3], fourth)) << lines[3];
    const std::regex last(R"(\[#{20}\]  step 938 of 938  loss 2\.000  \d+ images/s  0:00 left)");
    EXPECT_TRUE(std::regex_match(lines[9], last)) << lines[9];
}

TEST(Progress, SaysEachOfAFewSteps) { EXPECT_EQ(lines_of_run(3).size(), 3u); }

TEST(Progress, AtCtrlCTheStepUnderWayEndsFirst) {
    const auto run = [] {
        Progress progress(938, "images");
        progress.done(64, 2.0);
        std::raise(SIGINT);
        std::fprintf(stderr, "the second step goes on; ");
        progress.done(64, 2.0);
        std::fprintf(stderr, "and so does the third");
    };
    EXPECT_EXIT(run(), ExitedWithCode(130),
                "^the second step goes on; step 2 of 938: interrupted by Ctrl-C; no result was written\n$");
}

TEST(Progress, ASecondCtrlCEndsAStepThatNeverDoes) {
    const auto run = [] {
        Progress progress(938, "images");
        std::raise(SIGINT);
        std::raise(SIGINT);
    };
    EXPECT_EXIT(run(), KilledBySignal(SIGINT), "");
}

TEST(Progress, AfterTheRunCtrlCIsWhatItWas) {
    { Progress progress(1, "images"); }
    EXPECT_EXIT(std::raise(SIGINT), KilledBySignal(SIGINT), "");
}

// As in a script's background.
TEST(Progress, AnIgnoredCtrlCStaysIgnored) {
    std::signal(SIGINT, SIG_IGN);
    {
        Progress progress(2, "images");
        std::raise(SIGINT);
        progress.done(64, 2.0);
    }
    EXPECT_EQ(std::signal(SIGINT, SIG_DFL), SIG_IGN);
}

TEST(Progress, ARunThatCannotGoOnNamesItsStep) {
    const auto run = [] {
        Progress progress(20, "images");
        progress.done(64, 2.0);
        progress.stop(1, "the loss of row 5 is not finite");
    };
    EXPECT_EXIT(run(), ExitedWithCode(1), "^step 2 of 20: the loss of row 5 is not finite; no result was written\n$");
}

}  // namespace
