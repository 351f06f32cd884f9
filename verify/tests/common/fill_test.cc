// common/fill.h: the same numbers everywhere, and none that would hide a wrong index.
#include "common/fill.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace {

using common::fill;
using common::fill_labels;

TEST(Fill, TheFirstNumbersAreTheseForever) {
    // Recorded evidence depends on them: a change here makes every recorded run stale.
    const std::vector<float> want = {-0x1.0df2a4p-2f, 0x1.c635b2p-1f, -0x1.d1a826p-1f, 0x1.1c186ep-1f};
    EXPECT_EQ(fill(4, 1), want);
    EXPECT_EQ(fill_labels(8, 10, 1), (std::vector<int>{6, 5, 1, 4, 3, 9, 3, 6}));
}

TEST(Fill, AShorterFillIsTheBeginningOfALongerOne) {
    const std::vector<float> longer = fill(1000, 7);
    const std::vector<int> more = fill_labels(1000, 10, 7);
    for (const std::size_t n : {0, 1, 2, 999}) {
        EXPECT_EQ(fill(n, 7), std::vector<float>(longer.begin(), longer.begin() + n));
        EXPECT_EQ(fill_labels(n, 10, 7), std::vector<int>(more.begin(), more.begin() + n));
    }
}

TEST(Fill, StaysStrictlyInsideTheScaleAndIsNeverZero) {
    for (const float scale : {1.0f, 0.05f, 3.0f, 1e4f, std::nextafter(1.0f, 2.0f), std::nextafter(2.0f, 1.0f)}) {
        for (const float value : fill(20000, 3, scale)) {
            ASSERT_LT(std::fabs(value), scale);
            ASSERT_NE(value, 0.0f);
        }
        // The largest magnitude there is, whether or not this seed meets it.
        EXPECT_LT(float((1 << 24) - 1) * 0x1p-24f * scale, scale);
    }
}

TEST(Fill, IsUniform) {
    const int N = 100000;
    double sum = 0, squares = 0;
    int positive = 0;
    for (const float value : fill(N, 11)) {
        sum += value;
        squares += double(value) * value;
        positive += value > 0;
    }
    // Standard errors at N = 100000: mean 0.0018, square 0.00094, share 0.0016. Five of each.
    EXPECT_NEAR(sum / N, 0.0, 0.0091);
    EXPECT_NEAR(squares / N, 1.0 / 3, 0.0047);
    EXPECT_NEAR(double(positive) / N, 0.5, 0.0079);
}

TEST(Fill, NoRowColumnTransposeOrNeighbourRepeats) {
    const int M = 37, N = 37;
    const std::vector<float> a = fill(M * N, 5);
    EXPECT_EQ(std::set<float>(a.begin(), a.end()).size(), a.size());  // so no index can be taken for another
    int mirrored = 0;
    for (int m = 0; m < M; ++m) {
        int positive = 0;
        for (int n = 0; n < N; ++n) {
            positive += a[m * N + n] > 0;
            mirrored += m != n && a[m * N + n] == -a[n * N + m];
        }
        EXPECT_GT(positive, 0) << "row " << m;
        EXPECT_LT(positive, N) << "row " << m;
    }
    EXPECT_EQ(mirrored, 0);
}

TEST(Fill, SeedsShareNoStretch) {
    // Neighbouring seeds must not be one sequence shifted by one.
    const std::vector<float> one = fill(500, 1), two = fill(500, 2);
    const std::set<float> values(one.begin(), one.end());
    int shared = 0;
    for (const float value : two) shared += int(values.count(value));
    EXPECT_LE(shared, 1);
}

TEST(FillLabels, EveryClassOccursAboutEquallyOften) {
    const int N = 100000, CLASSES = 10;
    std::vector<int> count(CLASSES);
    for (const int label : fill_labels(N, CLASSES, 4)) {
        ASSERT_GE(label, 0);
        ASSERT_LT(label, CLASSES);
        ++count[label];
    }
    for (const int c : count) EXPECT_NEAR(c, N / CLASSES, 475);  // five standard errors of 95
}

TEST(FillLabels, IsNotInStepWithFillOfTheSameSeed) {
    const int N = 20000;
    const std::vector<float> values = fill(N, 9);
    const std::vector<int> labels = fill_labels(N, 2, 9);
    int agree = 0;
    for (int i = 0; i < N; ++i) agree += (values[i] > 0) == (labels[i] == 1);
    EXPECT_NEAR(double(agree) / N, 0.5, 0.018);  // five standard errors of 0.0035
}

TEST(FillLabels, OneClassIsAllZeroAndNoClassIsRefused) {
    EXPECT_EQ(fill_labels(3, 1, 1), (std::vector<int>{0, 0, 0}));
    EXPECT_THROW(fill_labels(3, 0, 1), std::invalid_argument);
    EXPECT_THROW(fill_labels(3, -2, 1), std::invalid_argument);
}

}  // namespace
