// The central-difference checker on functions whose derivatives are known, and on everything that must not pass.

#include "verify/gradient_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace {

using verify::gradient_check;
using verify::GradientCheck;
using Values = std::vector<double>;

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

double relu(double x) { return x > 0.0 ? x : 0.0; }

// log sum exp: its gradient is the softmax.
double log_sum_exp(const Values& x) {
    const double largest = *std::max_element(x.begin(), x.end());
    double sum = 0.0;
    for (const double e : x) sum += std::exp(e - largest);
    return largest + std::log(sum);
}
Values softmax(const Values& x) {
    Values p;
    for (const double e : x) p.push_back(std::exp(e - log_sum_exp(x)));
    return p;
}

TEST(GradientCheck, AgreesOnALine) {
    const auto f = [](const Values& x) { return 3.0 * x[0] - 0.5 * x[1] + 7.0; };
    const GradientCheck check = gradient_check(f, {0.2, -40.0}, {3.0, -0.5});
    EXPECT_TRUE(check.agrees) << check.why;
    EXPECT_EQ(check.why, "");
    ASSERT_EQ(check.numeric.size(), 2u);
    EXPECT_NEAR(check.numeric[0], 3.0, 1e-8);
    EXPECT_NEAR(check.numeric[1], -0.5, 1e-8);
    EXPECT_LT(check.worst, 1e-8);
}

TEST(GradientCheck, AgreesOnProductsPowersAndExponentials) {
    const auto f = [](const Values& x) { return x[0] * x[1] * x[1] + std::exp(x[2]) + std::sin(x[0]); };
    const Values x = {0.7, -1.3, 2.0};
    const Values gradient = {x[1] * x[1] + std::cos(x[0]), 2.0 * x[0] * x[1], std::exp(x[2])};
    EXPECT_TRUE(gradient_check(f, x, gradient).agrees);
}

TEST(GradientCheck, AgreesOnSoftmax) {
    const Values x = {0.3, -1.2, 2.5, 0.0, -3.0};
    const GradientCheck check = gradient_check(log_sum_exp, x, softmax(x));
    EXPECT_TRUE(check.agrees) << check.why;
    EXPECT_LT(check.worst, 1e-9) << "the default tolerance has room to spare";
}

TEST(GradientCheck, TheStepGrowsWithX) {
    const auto f = [](const Values& x) { return x[0] * x[0]; };
    for (const double x : {1e-3, 1.0, 1e4, -1e8}) EXPECT_TRUE(gradient_check(f, {x}, {2.0 * x}).agrees) << x;
}

TEST(GradientCheck, CallsFTwiceForEachElementAndLeavesXAlone) {
    int calls = 0;
    const Values x = {1.0, 2.0, 3.0};
    const auto f = [&](const Values& at) {
        ++calls;
        int moved = 0;
        for (std::size_t i = 0; i < x.size(); ++i) moved += at[i] != x[i];
        EXPECT_EQ(moved, 1) << "one element at a time, the others as they were";
        return at[0] + at[1] + at[2];
    };
    EXPECT_TRUE(gradient_check(f, x, {1.0, 1.0, 1.0}).agrees);
    EXPECT_EQ(calls, 6);
}

TEST(GradientCheck, AWrongSignDisagrees) {
    const Values x = {0.3, -1.2, 2.5};
    Values gradient = softmax(x);
    gradient[1] = -gradient[1];
    const GradientCheck check = gradient_check(log_sum_exp, x, gradient);
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.index, 1u);
    EXPECT_NEAR(check.worst, 2.0 * softmax(x)[1], 1e-8);
    EXPECT_EQ(check.why, "") << "no kink here";
}

TEST(GradientCheck, AMissingFactorAndAShiftedIndexDisagree) {
    const Values x = {0.3, -1.2, 2.5};
    Values gradient = softmax(x);
    for (double& g : gradient) g *= 1.0 + 1e-5;
    EXPECT_FALSE(gradient_check(log_sum_exp, x, gradient).agrees) << "a hundred-thousandth too large";
    gradient = softmax(x);
    std::swap(gradient[0], gradient[1]);
    EXPECT_FALSE(gradient_check(log_sum_exp, x, gradient).agrees);
}

TEST(GradientCheck, AFlatElementIsNoExcuse) {
    const auto f = [](const Values& x) { return x[0] * x[0] + x[1]; };  // slope 0 at x[0] = 0, but curved
    EXPECT_TRUE(gradient_check(f, {0.0, 1.0}, {0.0, 1.0}).agrees);
    const GradientCheck check = gradient_check(f, {0.0, 1.0}, {0.1, 1.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.why, "") << "a minimum is no kink";
}

TEST(GradientCheck, AKinkIsNamed) {
    const auto f = [](const Values& x) { return relu(x[0]) + relu(x[1]) + relu(x[2]); };
    const GradientCheck check = gradient_check(f, {1.0, -1.0, 0.0}, {1.0, 0.0, 0.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.index, 2u);
    EXPECT_NEAR(check.numeric[2], 0.5, 1e-9) << "half of either slope";
    EXPECT_EQ(check.why, "a kink: the slopes on both sides of element 2 differ by 1");
    EXPECT_FALSE(gradient_check(f, {1.0, -1.0, 0.0}, {1.0, 0.0, 1.0}).agrees) << "no side is the right one";
}

TEST(GradientCheck, AKinkCloserThanTheStepIsNamedToo) {
    const auto f = [](const Values& x) { return relu(x[0]) + x[1]; };
    const GradientCheck check = gradient_check(f, {2e-6, 1.0}, {1.0, 1.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.why.rfind("a kink: ", 0), 0u) << check.why;
    EXPECT_TRUE(gradient_check(f, {1e-5, 1.0}, {1.0, 1.0}).agrees) << "outside the step it does no harm";
}

TEST(GradientCheck, ASymmetricKinkGoesUnseen) {
    // |x| at 0: the two sides average to 0, which is what the sign says. Central differences cannot know better.
    const auto f = [](const Values& x) { return std::fabs(x[0]) + x[1]; };
    EXPECT_TRUE(gradient_check(f, {0.0, 1.0}, {0.0, 1.0}).agrees);
}

TEST(GradientCheck, NoiseIsNoKink) {
    const auto f = [](const Values& x) { return (1e9 + x[0]) - 1e9 + x[1]; };  // x[0] loses seven digits
    const GradientCheck check = gradient_check(f, {0.3, 1.0}, {1.5, 1.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.why, "");
}

TEST(GradientCheck, NaNDisagrees) {
    const auto f = [](const Values& x) { return x[0] + x[1]; };
    const GradientCheck analytic = gradient_check(f, {1.0, 2.0}, {1.0, NaN});
    EXPECT_FALSE(analytic.agrees);
    EXPECT_EQ(analytic.index, 1u);
    EXPECT_TRUE(std::isnan(analytic.worst));
    const GradientCheck numeric = gradient_check([](const Values& x) { return std::log(x[0]); }, {-1.0}, {-1.0});
    EXPECT_FALSE(numeric.agrees);
    EXPECT_NE(numeric.why, "");
}

TEST(GradientCheck, SizesThatDifferDisagree) {
    const auto f = [](const Values& x) { return x[0] + x[1]; };
    const GradientCheck check = gradient_check(f, {1.0, 2.0}, {1.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.why, "wrong size: got 1 elements, want 2");
    EXPECT_FALSE(gradient_check([](const Values&) { return 1.0; }, {}, {}).agrees);
}

TEST(GradientCheck, AGradientOfZerosProvesNothing) {
    const auto f = [](const Values&) { return 4.0; };
    const GradientCheck check = gradient_check(f, {1.0, 2.0}, {0.0, 0.0});
    EXPECT_FALSE(check.agrees);
    EXPECT_EQ(check.why.rfind("vacuous", 0), 0u) << check.why;
}

TEST(GradientCheck, TheToleranceIsTheCallersToChoose) {
    const auto f = [](const Values& x) { return 1e-9 * x[0]; };
    EXPECT_FALSE(gradient_check(f, {1.0}, {1e-9}).agrees) << "below the default abs: vacuous";
    EXPECT_TRUE(gradient_check(f, {1.0}, {1e-9}, 6e-6, {.abs = 1e-15, .rel = 1e-6}).agrees);
    EXPECT_FALSE(gradient_check(f, {1.0}, {1.1e-9}, 6e-6, {.abs = 1e-15, .rel = 1e-6}).agrees);
}

}  // namespace
