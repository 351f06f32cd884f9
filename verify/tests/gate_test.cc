// What a gate accepts, what it refuses, what it prints, and the exit code. Each run is a process of its own, as a
// lesson is: a failing gate ends it.

#include "verify/gate.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace {

using verify::Gates;
using Body = std::function<void(Gates&)>;

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
constexpr double INF = std::numeric_limits<double>::infinity();
constexpr verify::Tolerance TOLERANCE = {.abs = 1e-6, .rel = 1e-5};

// What a process left behind.
struct Outcome {
    int exit_code = -1;  // -1: it did not exit by itself
    std::string out, err;
    std::vector<std::string> lines() const {
        std::vector<std::string> all;
        std::istringstream stream(out);
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    }
    bool says(const std::string& part) const { return out.find(part) != std::string::npos; }
};

std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A folder of its own for each test, gone with it.
class GateTest : public testing::Test {
 protected:
    GateTest() {
        char pattern[] = "/tmp/gate_test.XXXXXX";
        folder = mkdtemp(pattern);
    }
    ~GateTest() override {
        for (const char* name : {"out", "err", "report"}) std::remove(path(name).c_str());
        rmdir(folder.c_str());
    }
    std::string path(const std::string& name) const { return folder + "/" + name; }

    // Runs `program` in a child and collects what it prints.
    Outcome in_child(const std::function<int()>& program) const {
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) {
            if (std::freopen(path("out").c_str(), "w", stdout) == nullptr) _exit(99);
            if (std::freopen(path("err").c_str(), "w", stderr) == nullptr) _exit(99);
            std::exit(program());
        }
        int status = 0;
        waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(path("out")), read(path("err"))};
    }

    // Runs a lesson with these arguments, gates, and checks.
    Outcome lesson(std::vector<std::string> arguments, const std::vector<std::string>& names, const Body& body,
                   const std::vector<verify::Option>& options = {}) const {
        return in_child([&] {
            arguments.insert(arguments.begin(), "day000");
            std::vector<char*> argv;
            for (std::string& argument : arguments) argv.push_back(argument.data());
            Gates gates(int(argv.size()), argv.data(), names, options);
            gates.begin("ragged");
            body(gates);
            return gates.finish();
        });
    }

    // One check of gate "dW", shape [n].
    template <class T>
    Outcome check(const std::vector<T>& got, const std::vector<double>& want, verify::Tolerance t = TOLERANCE) const {
        return lesson({}, {"dW"}, [&](Gates& gates) { gates.check("dW", got, want, {long(want.size())}, t); });
    }
    template <class T>
    Outcome exact(const std::vector<T>& got, const std::vector<T>& want) const {
        return lesson({}, {"count"}, [&](Gates& gates) { gates.exact("count", got, want, {long(want.size())}); });
    }
    Outcome invariant(const std::vector<double>& residual, verify::Bound bound) const {
        return lesson({}, {"sum"}, [&](Gates& gates) { gates.invariant("sum", residual, {2}, bound); });
    }

    std::string folder;
};

// The raw text of a key in one line of the report; "" when it is not there. Knows just enough JSON for it.
std::string field(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\": ");
    if (at == std::string::npos) return "";
    std::string value;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = at + key.size() + 4; i < line.size(); ++i) {
        if (line[i] == '"' && line[i - 1] != '\\') quoted = !quoted;
        if (!quoted && depth == 0 && (line[i] == ',' || line[i] == '}')) break;
        if (!quoted) depth += (line[i] == '[' || line[i] == '{') - (line[i] == ']' || line[i] == '}');
        value += line[i];
    }
    return value;
}

void pass(Gates& gates, const std::string& name) { gates.exact(name, std::vector<int>{1}, {1}, {1}); }
void fail(Gates& gates, const std::string& name) { gates.exact(name, std::vector<int>{2}, {1}, {1}); }

// ---- Elements ---------------------------------------------------------------------------------

TEST_F(GateTest, PassesWithinTheTolerance) {
    const Outcome run = check<float>({1.0f, -2.0f}, {1.000005, -2.0});
    EXPECT_EQ(run.exit_code, 0) << run.out;
    EXPECT_TRUE(run.says("1 gate, 1 check: all pass")) << run.out;
}

TEST_F(GateTest, TheEdgeOfTheToleranceIsInside) {
    EXPECT_EQ(check<double>({1.5}, {1.0}, {.abs = 0.5, .rel = 0.0}).exit_code, 0);
    EXPECT_EQ(check<double>({std::nextafter(1.5, 2.0)}, {1.0}, {.abs = 0.5, .rel = 0.0}).exit_code, 1);
    EXPECT_EQ(check<double>({-10.0}, {-8.0}, {.abs = 0.0, .rel = 0.25}).exit_code, 0);
}

TEST_F(GateTest, NaNInGotFails) {
    const Outcome run = check<float>({1.0f, NAN, 3.0f}, {1.0, 2.0, 3.0});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("dW[1] = nan (want 2, allowed 2.1e-05)")) << run.out;
}

TEST_F(GateTest, NaNFailsHoweverWideTheTolerance) {
    EXPECT_EQ(check<float>({1.0f, NAN}, {1.0, 2.0}, {.abs = 1.9, .rel = 0.0}).exit_code, 1);
}

TEST_F(GateTest, PoisonIsPrintedAsPlainNaN) {
    float poison;
    std::memset(&poison, 0xFF, sizeof poison);
    const Outcome run = check<float>({poison}, {1.0});
    EXPECT_TRUE(run.says("= nan")) << run.out;
    EXPECT_FALSE(run.says("-nan")) << run.out;
}

TEST_F(GateTest, NaNIsTheLargestErrorWhereverItStands) {
    for (const std::vector<float>& got : {std::vector<float>{NAN, 9, 9}, {9, NAN, 9}, {9, 9, NAN}}) {
        const Outcome run = check<float>(got, {1.0, 2.0, 3.0});
        EXPECT_TRUE(run.says("      nan       nan  1.0e-05  FAIL")) << run.out;
        EXPECT_TRUE(run.says("first bad of 3: dW[0]")) << run.out;
    }
}

TEST_F(GateTest, InfinityInGotFails) {
    const float inf = INFINITY;
    for (const float bad : {inf, -inf}) {
        const Outcome run = check<float>({1.0f, bad}, {1.0, 2.0});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_TRUE(run.says(bad > 0 ? "dW[1] = inf (want 2" : "dW[1] = -inf (want 2")) << run.out;
        EXPECT_TRUE(run.says("inf%")) << run.out;
    }
}

TEST_F(GateTest, InfinityFailsEvenWhereWhatIsAllowedOverflows) {
    // Here abs + rel * |want| is infinite itself, and inf <= inf is true; but then zeros would pass as well.
    const double huge = std::numeric_limits<double>::max();
    EXPECT_EQ(check<double>({INF, 1.0}, {huge, huge}, {.abs = huge, .rel = 0.9}).exit_code, 1);
    EXPECT_EQ(check<double>({-huge}, {huge}, {.abs = 0.0, .rel = 0.5}).exit_code, 1);
}

TEST_F(GateTest, HugeValuesAreMeasured) {
    EXPECT_EQ(check<double>({1.000001e308}, {1e308}).exit_code, 0);
    EXPECT_EQ(check<double>({1.1e308}, {1e308}).exit_code, 1);
    EXPECT_EQ(check<float>({INFINITY}, {1e39}).exit_code, 1) << "a float overflows where the reference does not";
}

TEST_F(GateTest, AReferenceThatIsNotFiniteIsRefused) {
    for (const double bad : {NaN, INF, -INF}) {
        const Outcome run = check<double>({1.0, bad}, {1.0, bad});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_TRUE(run.says("the reference is not finite: want[1] = ")) << run.out;
    }
}

TEST_F(GateTest, AVacuousReferenceIsRefused) {
    const Outcome zeros = check<float>({0.0f, 0.0f}, {0.0, 0.0});
    EXPECT_EQ(zeros.exit_code, 1);
    EXPECT_TRUE(zeros.says("vacuous: zeros would pass")) << zeros.out;
    const Outcome nothing_allowed = check<float>({0.0f}, {0.0}, {.abs = 0.0, .rel = 0.0});
    EXPECT_TRUE(nothing_allowed.says("inf")) << "sees of a reference of zeros, not 0 / 0";
    EXPECT_FALSE(nothing_allowed.says("nan")) << nothing_allowed.out;

    const Outcome small = check<float>({1e-7f, 2e-7f}, {1e-7, 2e-7});
    EXPECT_EQ(small.exit_code, 1) << "not zero, but an output of zeros is within abs";
    EXPECT_TRUE(small.says("vacuous: zeros would pass (largest |want| 2e-07, abs 1e-06, rel 1e-05)")) << small.out;

    EXPECT_EQ(check<float>({3.0f}, {3.0}, {.abs = 0.0, .rel = 1.0}).exit_code, 1);
    EXPECT_EQ(check<float>({0.0f, 2e-6f}, {0.0, 2e-6}).exit_code, 0) << "one element that zeros miss is enough";
}

TEST_F(GateTest, ABadToleranceIsRefused) {
    for (const double bad : {-1e-6, NaN, INF}) {
        EXPECT_TRUE(check<float>({1.0f}, {1.0}, {.abs = bad, .rel = 0.0}).says("bad tolerance")) << bad;
        EXPECT_TRUE(check<float>({1.0f}, {1.0}, {.abs = 0.0, .rel = bad}).says("bad tolerance")) << bad;
    }
}

TEST_F(GateTest, AWrongSizeFailsWithBothSizes) {
    const Outcome run = check<float>({1.0f, 2.0f, 3.0f}, {1.0, 2.0});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("wrong size: got 3 elements, want 2")) << run.out;
}

TEST_F(GateTest, NoElementsFail) {
    const Outcome run = check<float>({}, {});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("no elements")) << run.out;
}

TEST_F(GateTest, AShapeOfAnotherVolumeFails) {
    const std::vector<float> got(6, 1.0f);
    const std::vector<double> want(6, 1.0);
    for (const std::vector<long>& shape : {std::vector<long>{2, 4}, {-2, -3}, {}, {6, 0}}) {
        const Outcome run = lesson({}, {"dW"}, [&](Gates& gates) { gates.check("dW", got, want, shape, TOLERANCE); });
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_TRUE(run.says("wrong shape: ")) << run.out;
    }
}

TEST_F(GateTest, TheFirstBadElementIsNamedByItsIndex) {
    std::vector<double> want(7 * 13, 0.25);
    std::vector<float> got(want.begin(), want.end());
    got[3 * 13 + 5] = 0.5f;
    got[6 * 13 + 1] = -9.0f;
    const Outcome flat = lesson({}, {"dW"}, [&](Gates& gates) {
        gates.check("dW", got, want, {7, 13}, {.abs = 1e-3, .rel = 0.0});
    });
    EXPECT_TRUE(flat.says("    first bad of 2: dW[3, 5] = 0.5 (want 0.25, allowed 0.001)\n")) << flat.out;
    const Outcome cube = lesson({}, {"dW"}, [&](Gates& gates) { gates.check("dW", got, want, {1, 13, 7}, TOLERANCE); });
    EXPECT_TRUE(cube.says("dW[0, 6, 2] = 0.5")) << cube.out;
}

TEST_F(GateTest, GotAndWantAreNeverPrintedAlike) {
    const Outcome run = check<double>({1.0 + 1e-12}, {1.0}, {.abs = 0.0, .rel = 1e-15});
    EXPECT_TRUE(run.says("dW[0] = 1.000000000001 (want 1,")) << run.out;
}

TEST_F(GateTest, ScalarsHaveAShapeOfOne) { EXPECT_EQ(check<float>({2.25f}, {2.25}).exit_code, 0); }

TEST_F(GateTest, IntegersAndHalfPrecisionTypesCanBeCompared) {
    struct Half {  // like CUDA's: the way to a number leads through float
        float value;
        operator float() const { return value; }
        operator int() const { return int(value); }
    };
    EXPECT_EQ(check<int>({-3, 7}, {-3.0, 7.0}).exit_code, 0);
    EXPECT_TRUE(check<int>({-3, 8}, {-3.0, 7.0}).says("dW[1] = 8 (want 7,"));
    EXPECT_EQ(check<Half>({{1.5f}}, {1.5}).exit_code, 0);
    EXPECT_EQ(check<Half>({{NAN}}, {1.5}).exit_code, 1);
    EXPECT_EQ(check<bool>({true, false}, {1.0, 0.0}).exit_code, 0);
}

// ---- Columns ----------------------------------------------------------------------------------

TEST_F(GateTest, UsedIsThePercentageOfTheAllowance) {
    // Errors 0.25 of 1 and 3 of 4: the larger error is not the one that decides, its share is.
    EXPECT_TRUE(check<double>({2.25, 13.0}, {2.0, 16.0}, {.abs = 0.0, .rel = 0.25}).says("  75.0%  "));
    EXPECT_TRUE(check<double>({2.5, 17.0}, {2.0, 16.0}, {.abs = 0.0, .rel = 0.25}).says("1.0e+00    100.0%  "));
    EXPECT_TRUE(check<double>({5.0}, {1.0}, {.abs = 0.0, .rel = 0.5}).says("4.0e+00    800.0%  5.0e-01  FAIL"));
}

TEST_F(GateTest, UsedNeverSaysAHundredForAFailure) {
    const Outcome run = check<double>({1.50001}, {1.0}, {.abs = 0.5, .rel = 0.0});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("    >100%  5.0e-01  FAIL")) << run.out;
}

TEST_F(GateTest, AToleranceOfZeroIsEitherMetOrExceededWithoutLimit) {
    EXPECT_TRUE(check<float>({1.5f}, {1.5}, {}).says("0.0e+00      0.0%  0.0e+00  pass"));
    EXPECT_TRUE(check<float>({1.5f}, {1.25}, {}).says("2.5e-01      inf%  0.0e+00  FAIL"));
    // Nothing is allowed where want is 0 and abs is 0.
    EXPECT_TRUE(check<float>({1e-30f, 1.0f}, {0.0, 1.0}, {.abs = 0.0, .rel = 1e-5}).says("inf%  1.0e-05  FAIL"));
}

TEST_F(GateTest, SeesIsTheSmallestUniformRelativeError) {
    // rel + abs / max |want| = 1e-4 + 2e-5 / 0.1
    EXPECT_TRUE(check<float>({-0.1f, 0.05f}, {-0.1, 0.05}, {.abs = 2e-5, .rel = 1e-4}).says("  3.0e-04  pass"));
}

TEST_F(GateTest, RowsLineUpAndStayWithin100Columns) {
    const Outcome run = lesson({"--all-gates"}, {"Z", "column_sums", "spectrum"}, [](Gates& gates) {
        gates.check("Z", std::vector<float>(500000, -1e30f), std::vector<double>(500000, 1.2345678e-5), {2500, 200},
                    {.abs = 1e-7, .rel = 1e-6});
        gates.begin("power-of-two");
        gates.check("column_sums", std::vector<float>{-1.2345678e-8f}, {-1.2345677e-3}, {1}, TOLERANCE);
        gates.not_measured("spectrum", "no counters on this device");
    });
    const std::vector<std::string> lines = run.lines();
    ASSERT_EQ(lines.size(), 8u) << run.out;
    EXPECT_EQ(lines[0], "case        gate         shape           max error      used     sees  verdict");
    EXPECT_EQ(lines[1], "ragged      Z            [2500, 200]       1.0e+30  1.0e+39%  8.1e-03  FAIL");
    EXPECT_EQ(lines[2], "    first bad of 500000: Z[0, 0] = -1e+30 (want 1.2345678e-05, allowed 1e-07)");
    EXPECT_EQ(lines[5], "power-of-two  spectrum     -                       -         -        -  n/a");
    for (const std::string& line : lines) EXPECT_LE(line.size(), 100u) << line;
}

// ---- Exact ------------------------------------------------------------------------------------

TEST_F(GateTest, ExactWantsEveryInteger) {
    EXPECT_EQ(exact<int>({1, -2, 3}, {1, -2, 3}).exit_code, 0);
    const Outcome run = exact<int>({1, -2, 4}, {1, -2, 3});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("1.0e+00      inf%  any bit  FAIL\n    first bad of 1: count[2] = 4 (want 3, allowed 0)"));
}

TEST_F(GateTest, ExactTellsLongIntegersApartThatAreOneDouble) {
    const long big = (1L << 60) + 1;
    const Outcome run = exact<long>({big + 1}, {big});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("1.0e+00")) << run.out;
    EXPECT_TRUE(run.says("1152921504606846978 (want 1152921504606846977")) << run.out;
    EXPECT_TRUE(exact<std::int64_t>({INT64_MIN}, {INT64_MAX}).says("1.8e+19"));
}

TEST_F(GateTest, ExactComparesTheBitsOfFloats) {
    EXPECT_EQ(exact<float>({0.1f, -0.0f, INFINITY}, {0.1f, -0.0f, INFINITY}).exit_code, 0);
    EXPECT_EQ(exact<float>({std::nextafter(0.1f, 1.0f)}, {0.1f}).exit_code, 1);
    const Outcome zero = exact<double>({-0.0}, {0.0});
    EXPECT_EQ(zero.exit_code, 1);
    EXPECT_TRUE(zero.says("inf%") && zero.says("count[0] = -0 (want 0,")) << zero.out;
}

TEST_F(GateTest, ExactNeverTakesNaNForAResult) {
    EXPECT_EQ(exact<float>({NAN}, {1.0f}).exit_code, 1);
    // Two arrays that nobody wrote are equal, bit for bit.
    const Outcome run = exact<float>({1.0f, NAN}, {1.0f, NAN});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("the reference is not finite: want[1] = nan")) << run.out;
}

TEST_F(GateTest, ExactChecksSizesAndTakesAllZeros) {
    EXPECT_TRUE(exact<int>({1}, {1, 2}).says("wrong size: got 1 elements, want 2"));
    EXPECT_EQ(exact<int>({}, {}).exit_code, 1);
    EXPECT_EQ(exact<int>({0, 0}, {0, 0}).exit_code, 0) << "a count of zero is a result";
    EXPECT_EQ(exact<bool>({true, false}, {true, false}).exit_code, 0);
}

// ---- Invariant --------------------------------------------------------------------------------

TEST_F(GateTest, InvariantBoundsTheResidual) {
    const Outcome good = invariant({2.5e-7, -5e-7}, {.bound = 1e-6, .scale = 4.0});
    EXPECT_EQ(good.exit_code, 0);
    EXPECT_TRUE(good.says("5.0e-07     50.0%  2.5e-07  pass")) << good.out;
    const Outcome bad = invariant({0.0, -3e-6}, {.bound = 1e-6, .scale = 4.0});
    EXPECT_EQ(bad.exit_code, 1);
    EXPECT_TRUE(bad.says("first bad of 1: sum[1] = -3e-06 (want 0, allowed 1e-06)")) << bad.out;
}

TEST_F(GateTest, InvariantRefusesWhatProvesNothing) {
    EXPECT_EQ(invariant({NaN, 0.0}, {.bound = 1e-6, .scale = 1.0}).exit_code, 1);
    EXPECT_EQ(invariant({INF, 0.0}, {.bound = 1e-6, .scale = 1.0}).exit_code, 1);
    EXPECT_TRUE(invariant({0.0, 0.0}, {.bound = 2.0, .scale = 2.0}).says("vacuous"));
    for (const verify::Bound& bad : {verify::Bound{}, {.bound = 1e-6}, {.scale = 1.0}, {NaN, 1.0}, {1e-6, INF}})
        EXPECT_TRUE(invariant({0.0, 0.0}, bad).says("bad bound")) << bad.bound << " " << bad.scale;
    EXPECT_EQ(invariant({0.0, 0.0}, {.bound = 0.0, .scale = 1.0}).exit_code, 0) << "exactly zero may be asked for";
    EXPECT_TRUE(invariant({0.0}, {.bound = 1e-6, .scale = 1.0}).says("wrong shape")) << "shape [2], one element";
}

// ---- The run ----------------------------------------------------------------------------------

TEST_F(GateTest, ARunWithoutAGateFails) {
    for (const std::vector<std::string>& names : {std::vector<std::string>{}, {"Z"}}) {
        const Outcome run = lesson({}, names, [](Gates&) {});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_EQ(run.out, "FAILED: no gate was checked\n");
    }
}

TEST_F(GateTest, ACountIsExactlyTheNumber) {
    const auto count = [&](unsigned long long measured, unsigned long long want) {
        return lesson({"--report", path("report")}, {"loads"},
                      [=](Gates& gates) { gates.count("loads", measured, want); });
    };
    const Outcome right = count(29779, 29779);
    EXPECT_EQ(right.exit_code, 0);
    EXPECT_TRUE(right.says("0.0e+00      0.0%      one  pass  counted 29779\n1 gate, 1 check: all pass\n"))
        << right.out;
    EXPECT_EQ(field(read(path("report")), "kind"), "\"count\"");
    EXPECT_EQ(field(read(path("report")), "used"), "0");
    for (const unsigned long long wrong : {29778ull, 29780ull, 0ull}) {
        const Outcome run = count(wrong, 29779);
        EXPECT_EQ(run.exit_code, 1) << wrong;
        EXPECT_TRUE(run.says("FAIL  counted " + std::to_string(wrong) + "\n    want 29779\n")) << run.out;
        EXPECT_EQ(field(read(path("report")), "used"), "\"inf\"");
        EXPECT_EQ(field(read(path("report")), "want"), "29779");
    }
    EXPECT_EQ(count(1ull << 63, (1ull << 63) + 1).exit_code, 1) << "two numbers that are one double";
}

TEST_F(GateTest, ACountThatThisBuildDoesNotMakeIsNoPass) {
    const Outcome run = lesson({}, {"y", "loads"}, [](Gates& gates) {
        pass(gates, "y");
        gates.count("loads", std::nullopt, 0);
    });
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(
        run.says("n/a\n    counted on the CPU device: scripts/day run --device cpu\n"
                 "1 gate, 1 check: all pass; not measured: loads\n"))
        << run.out;
}

TEST_F(GateTest, NotMeasuredIsNoPass) {
    const Outcome alone = lesson({}, {"sectors"}, [](Gates& gates) { gates.not_measured("sectors", "no counters"); });
    EXPECT_EQ(alone.exit_code, 1) << "a run that measured nothing proves nothing";
    EXPECT_TRUE(alone.says("FAILED: no gate was checked")) << alone.out;

    const Outcome beside = lesson({}, {"y", "sectors"}, [](Gates& gates) {
        pass(gates, "y");
        gates.not_measured("sectors", "no counters");
    });
    EXPECT_EQ(beside.exit_code, 0);
    EXPECT_TRUE(beside.says("n/a\n    no counters\n1 gate, 1 check: all pass; not measured: sectors\n")) << beside.out;
}

// ---- Ways around the verdict ------------------------------------------------------------------

TEST_F(GateTest, NothingIsCheckedAfterTheVerdict) {
    const Outcome run = in_child([] {
        char name[] = "day000";
        char* argv[] = {name, nullptr};
        Gates gates(1, argv, {"y"});
        pass(gates, "y");
        const int verdict = gates.finish();
        gates.exact("y", std::vector<int>{1}, {2}, {1});
        return verdict;
    });
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err, "day000: gate y is checked after gates.finish()\n");
}

TEST_F(GateTest, OneGatesAProgram) {
    const Outcome run = in_child([] {
        char name[] = "day000";
        char* argv[] = {name, nullptr};
        Gates first(1, argv, {"y"});
        Gates second(1, argv, {"y"});
        pass(second, "y");
        return second.finish();
    });
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err, "day000: a lesson has one verify::Gates, and here is a second\n");
}

TEST_F(GateTest, AVerdictThatIsNotReturnedCountsAllTheSame) {
    const auto ignored = [&](int want, int returned) {
        return in_child([=] {
            char name[] = "day000", all[] = "--all-gates";
            char* argv[] = {name, all, nullptr};
            Gates gates(2, argv, {"y"});
            gates.exact("y", std::vector<int>{1}, {want}, {1});
            (void)gates.finish();
            return returned;
        });
    };
    EXPECT_EQ(ignored(1, 0).exit_code, 0);
    EXPECT_EQ(ignored(2, 0).exit_code, 1);
    EXPECT_EQ(ignored(2, 3).exit_code, 3) << "a failure already, with a code of its own";
}

TEST_F(GateTest, AQuickExitIsNoWayOut) {
    const auto leave = [&](bool finish, int want) {
        return in_child([=]() -> int {
            char name[] = "day000", all[] = "--all-gates";
            char* argv[] = {name, all, nullptr};
            Gates gates(2, argv, {"y"});
            gates.exact("y", std::vector<int>{1}, {want}, {1});
            if (finish) (void)gates.finish();
            std::quick_exit(0);
        });
    };
    EXPECT_EQ(leave(true, 1).exit_code, 0);
    EXPECT_EQ(leave(true, 2).exit_code, 1);
    const Outcome early = leave(false, 1);
    EXPECT_EQ(early.exit_code, 1);
    EXPECT_TRUE(early.says("FAILED: the program ended before gates.finish()\n")) << early.out;
}

TEST_F(GateTest, AShapeThatIsTooLargeToMultiplyHoldsNothing) {
    for (const std::vector<long>& shape :
         {std::vector<long>{6148914691236517206, 3}, {1L << 32, 1L << 32, 2}, {-1, -2}, {2, 0, 1}}) {
        const Outcome run = lesson({}, {"y"}, [&](Gates& gates) {
            gates.check("y", std::vector<float>{1, 2}, {1, 2}, shape, TOLERANCE);
        });
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_TRUE(run.says("does not hold 2 elements")) << run.out;
    }
}

TEST_F(GateTest, AGradientThatDoesNotAgreeFails) {
    const auto check = [&](bool agrees) {
        verify::GradientCheck gradient;
        gradient.agrees = agrees;
        gradient.analytic = gradient.numeric = {1.0, 2.0};
        gradient.tolerance = TOLERANCE;
        return lesson({}, {"y"}, [&](Gates& gates) {
            gates.reference("y", gradient);
            pass(gates, "y");
        });
    };
    EXPECT_EQ(check(true).exit_code, 0);
    const Outcome run = check(false);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("the gradient check found that they disagree")) << run.out;
}

TEST_F(GateTest, AnAnswerThatDoesNotArriveIsNoSuccess) {
    for (const char* question : {"--list-gates", "--help"}) {
        const Outcome run = in_child([&]() -> int {
            if (std::freopen("/dev/full", "w", stdout) == nullptr) return 99;
            char name[] = "day000";
            char* argv[] = {name, const_cast<char*>(question), nullptr};
            Gates gates(2, argv, {"y"});
            return 98;
        });
        EXPECT_EQ(run.exit_code, 2) << question;
        EXPECT_EQ(run.err, "day000: cannot write the answer: No space left on device\n");
    }
}

TEST_F(GateTest, AnUndeclaredGateFails) {
    const Outcome run = lesson({}, {"y"}, [](Gates& gates) { pass(gates, "z"); });
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("undeclared gate")) << run.out;
    EXPECT_EQ(lesson({}, {"y"}, [](Gates& gates) { gates.not_measured("z", "why"); }).exit_code, 1);
}

TEST_F(GateTest, ADeclaredGateThatIsNeverCheckedFails) {
    const Outcome run = lesson({}, {"x", "y", "z"}, [](Gates& gates) { pass(gates, "y"); });
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("declared, but never checked")) << run.out;
    EXPECT_EQ(run.lines().back(), "FAILED: x, z");
}

TEST_F(GateTest, StopsAtTheFirstTensorThatFails) {
    const auto body = [](Gates& gates) {
        pass(gates, "x");
        fail(gates, "y");
        pass(gates, "z");
        std::printf("still here\n");
    };
    const Outcome run = lesson({}, {"x", "y", "z"}, body);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_FALSE(run.says("ragged      z")) << run.out;
    EXPECT_FALSE(run.says("still here"));
    EXPECT_EQ(run.lines().back(), "FAILED: y (case ragged); later checks were not made, --all-gates makes them");
}

TEST_F(GateTest, AllGatesGoesOnAndStillFails) {
    const Outcome run = lesson({"--all-gates"}, {"x", "y", "z"}, [](Gates& gates) {
        pass(gates, "x");
        std::printf("failed %d\n", gates.failed());
        fail(gates, "y");
        pass(gates, "z");
        std::printf("failed %d\n", gates.failed());
        gates.begin("aligned");
        fail(gates, "y");
        fail(gates, "z");
    });
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("ragged      z     [1]")) << run.out;
    EXPECT_LT(run.out.find("failed 0"), run.out.find("failed 1")) << "the lesson may ask whether one has failed";
    EXPECT_EQ(run.lines().back(), "FAILED: y (case ragged), z (case aligned)");
}

TEST_F(GateTest, ALongListOfFailuresIsWrapped) {
    const std::vector<std::string> names = {"conv1", "conv2", "norm1", "norm2", "attention", "logits", "loss", "grad"};
    const Outcome run = lesson({"--all-gates"}, names, [&](Gates& gates) {
        for (const std::string& name : names) fail(gates, name);
    });
    for (const std::string& line : run.lines()) EXPECT_LE(line.size(), 100u) << line;
    for (const std::string& name : names) EXPECT_TRUE(run.says(name + " (case ragged)")) << run.out;
}

TEST_F(GateTest, CountsGatesAndChecks) {
    const Outcome run = lesson({}, {"x", "y"}, [](Gates& gates) {
        for (const char* name : {"hand", "ragged"}) {
            gates.begin(name);
            pass(gates, "x");
            pass(gates, "y");
        }
    });
    EXPECT_EQ(run.lines().back(), "2 gates, 4 checks: all pass");
    EXPECT_EQ(run.lines().size(), 6u) << "one header, four rows, one closing line\n" << run.out;
}

TEST_F(GateTest, ARunThatForgetsFinishFails) {
    const Outcome run = in_child([] {
        char name[] = "day000", *argv[] = {name};
        Gates gates(1, argv, {"x"});
        pass(gates, "x");
        return 0;
    });
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.lines().back(), "FAILED: the program ended before gates.finish()");
}

TEST_F(GateTest, AnExitCodeOfTheLessonsOwnStands) {
    const Outcome run = lesson({}, {"x"}, [](Gates&) { std::exit(77); });
    EXPECT_EQ(run.exit_code, 77);
    EXPECT_EQ(run.out, "");
}

// ---- Reference --------------------------------------------------------------------------------

TEST_F(GateTest, AReferenceRowVouchesButIsNoCheck) {
    const verify::GradientCheck good{true, 0.0, 0, "", {1.0, 2.0}, {1.0, 2.0}, TOLERANCE};
    const Outcome alone = lesson({}, {"dW"}, [&](Gates& gates) { gates.reference("dW", good); });
    EXPECT_EQ(alone.exit_code, 1) << "no kernel was looked at";
    const Outcome both = lesson({}, {"dW"}, [&](Gates& gates) {
        gates.reference("dW", good);
        pass(gates, "dW");
    });
    EXPECT_EQ(both.exit_code, 0);
    EXPECT_TRUE(both.says("pass  reference\n")) << both.out;
    EXPECT_EQ(both.lines().back(), "1 gate, 1 check, 1 reference: all pass");
}

TEST_F(GateTest, AReferenceThatDisagreesFailsTheGate) {
    const verify::GradientCheck bad{false, 4.0, 1, "a kink", {1.0, -2.0}, {1.0, 2.0}, TOLERANCE};
    const Outcome run = lesson({}, {"dW"}, [&](Gates& gates) { gates.reference("dW", bad); });
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.says("FAIL  reference\n    a kink\n    first bad of 1: dW[1] = -2 (want 2,")) << run.out;
}

// ---- The command line -------------------------------------------------------------------------

const std::vector<verify::Option> OPTIONS = {{"--epochs", "N", "1", "passes over the training set"},
                                             {"--data", "DIR", "", "where the IDX files are"},
                                             {"--quiet", "", "", "no progress bar"}};

TEST_F(GateTest, ListsTheGatesInOrder) {
    const Outcome run = lesson({"--list-gates"}, {"Z", "H", "dW"}, [](Gates&) { std::printf("not reached\n"); });
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out, "Z\nH\ndW\n");
}

TEST_F(GateTest, HelpNamesEveryOption) {
    const Outcome run = lesson(
        {"--help"}, {"Z"}, [](Gates&) {}, OPTIONS);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(run.says("  --epochs N         passes over the training set (default 1)\n")) << run.out;
    EXPECT_TRUE(run.says("  --quiet            no progress bar\n")) << run.out;
    for (const char* own : {"--all-gates", "--list-gates", "--report FILE", "--help"}) EXPECT_TRUE(run.says(own));
}

TEST_F(GateTest, TheLessonReadsItsOwnOptions) {
    const auto body = [](Gates& gates) {
        std::printf("%s|%s|%d%d|%s|%ld\n", gates.option("--epochs").c_str(), gates.option("--data").c_str(),
                    gates.given("--quiet"), gates.given("--data"), gates.option("--quiet").c_str(),
                    gates.integer("--epochs", 1));
        pass(gates, "Z");
    };
    EXPECT_EQ(lesson({}, {"Z"}, body, OPTIONS).lines()[0], "1||00||1");
    EXPECT_EQ(lesson({"--epochs", "5", "--quiet"}, {"Z"}, body, OPTIONS).lines()[0], "5||10|1|5");
    EXPECT_EQ(lesson({"--data=a=b", "--epochs=7"}, {"Z"}, body, OPTIONS).lines()[0], "7|a=b|01||7");
    EXPECT_EQ(lesson({"--epochs", "5", "--epochs", "6"}, {"Z"}, body, OPTIONS).lines()[0], "6||00||6");
}

// Each of these is one line on stderr that names what is wrong, and exit code 2.
TEST_F(GateTest, WrongUsageIsOneLine) {
    const struct {
        std::vector<std::string> arguments;
        std::string says;
    } CASES[] = {
        {{"--al-gates"}, "day000: unknown option '--al-gates'; `day000 --help` lists the options\n"},
        {{"--all"}, "day000: unknown option '--all'; `day000 --help` lists the options\n"},
        {{"ragged"}, "day000: unknown option 'ragged'; `day000 --help` lists the options\n"},
        {{""}, "day000: unknown option ''; `day000 --help` lists the options\n"},
        {{"--report"}, "day000: --report needs a value: --report FILE\n"},
        {{"--report", "--all-gates"}, "day000: --report needs a value: --report FILE\n"},
        {{"--epochs"}, "day000: --epochs needs a value: --epochs N\n"},
        {{"--all-gates=yes"}, "day000: --all-gates takes no value, found '--all-gates=yes'\n"},
        {{"--report", "/nowhere/report"},
         "day000: cannot write the report '/nowhere/report': No such file or directory; give --report another path\n"},
        {{"--report", "/"}, "day000: cannot write the report '/': Is a directory; give --report another path\n"},
    };
    for (const auto& [arguments, says] : CASES) {
        const Outcome run = lesson(
            arguments, {"Z"}, [](Gates& gates) { pass(gates, "Z"); }, OPTIONS);
        EXPECT_EQ(run.exit_code, 2) << says;
        EXPECT_EQ(run.err, says);
        EXPECT_EQ(run.out, "");
    }
}

TEST_F(GateTest, IntegersAreCheckedForTheirRange) {
    const auto body = [](Gates& gates) { gates.integer("--epochs", 1, 9); };
    for (const char* bad : {"abc", "0", "10", "3x", "", "1e3", "99999999999999999999"}) {
        const Outcome run = lesson({std::string("--epochs=") + bad}, {"Z"}, body, OPTIONS);
        EXPECT_EQ(run.exit_code, 2) << bad;
        EXPECT_EQ(run.err, "day000: --epochs needs a whole number of at least 1 and at most 9, found '" +
                               std::string(bad) + "'\n");
    }
}

TEST_F(GateTest, MistakesOfTheLessonAreNamed) {
    EXPECT_TRUE(lesson({}, {"Z", "Z"}, [](Gates&) {}).err.find("declares gate Z twice") != std::string::npos);
    const Outcome run = lesson(
        {}, {"Z"}, [](Gates& gates) { gates.option("--speed"); }, OPTIONS);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_TRUE(run.err.find("reads option --speed, which it does not declare") != std::string::npos) << run.err;
}

// ---- The report -------------------------------------------------------------------------------

TEST_F(GateTest, TheReportHasOneLineACheck) {
    const Outcome run =
        lesson({"--all-gates", "--report", path("report")}, {"Z", "n", "sum", "sectors", "late"}, [](Gates& gates) {
            gates.check("Z", std::vector<float>{1, 2, 3, 4, 5, 9}, {1, 2, 3, 4, 5, 6}, {2, 3},
                        {.abs = 0.0, .rel = 0.25});
            gates.begin("a \"quoted\" \\ case");
            gates.check("Z", std::vector<float>{NAN}, {1}, {1}, TOLERANCE);
            gates.exact("n", std::vector<int>{3}, {3}, {1});
            gates.exact("n", std::vector<int>{3}, {4}, {1});
            gates.invariant("sum", {0.5}, {1}, {.bound = 1.0, .scale = 8.0});
            gates.not_measured("sectors", "no counters");
            gates.check("Z", std::vector<float>{1}, {1, 2}, {2}, TOLERANCE);
        });
    EXPECT_EQ(run.exit_code, 1);
    std::vector<std::string> lines;
    std::ifstream file(path("report"));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    ASSERT_EQ(lines.size(), 8u);
    for (const std::string& line : lines) EXPECT_TRUE(line.front() == '{' && line.back() == '}') << line;

    EXPECT_EQ(lines[0],
              "{\"case\": \"ragged\", \"gate\": \"Z\", \"kind\": \"check\", \"shape\": [2, 3], \"max_error\": 3, "
              "\"used\": 200, \"sees\": 0.25, \"verdict\": \"fail\", "
              "\"bad\": {\"index\": [1, 2], \"got\": 9, \"want\": 6, \"allowed\": 1.5}}");
    EXPECT_EQ(field(lines[1], "case"), "\"a \\\"quoted\\\" \\\\ case\"");
    EXPECT_EQ(field(lines[1], "max_error"), "\"nan\"");
    EXPECT_EQ(field(lines[1], "used"), "\"nan\"");
    EXPECT_EQ(field(lines[1], "got"), "\"nan\"");
    EXPECT_EQ(field(lines[2], "kind"), "\"exact\"");
    EXPECT_EQ(field(lines[2], "verdict"), "\"pass\"");
    EXPECT_EQ(field(lines[2], "bad"), "");
    EXPECT_EQ(field(lines[3], "used"), "\"inf\"");
    EXPECT_EQ(field(lines[3], "bad"), "{\"index\": [0], \"got\": 3, \"want\": 4, \"allowed\": 0}");
    EXPECT_EQ(field(lines[4], "kind"), "\"invariant\"");
    EXPECT_EQ(field(lines[4], "used"), "50");
    EXPECT_EQ(field(lines[4], "sees"), "0.125");
    EXPECT_EQ(field(lines[5], "kind"), "\"n/a\"");
    EXPECT_EQ(field(lines[5], "verdict"), "\"n/a\"");
    EXPECT_EQ(field(lines[5], "why"), "\"no counters\"");
    EXPECT_EQ(field(lines[5], "shape"), "[]");
    EXPECT_EQ(field(lines[6], "max_error"), "null");
    EXPECT_EQ(field(lines[6], "why"), "\"wrong size: got 1 elements, want 2\"");
    EXPECT_EQ(field(lines[7], "gate"), "\"late\"");
    EXPECT_EQ(field(lines[7], "kind"), "\"unchecked\"");
    EXPECT_EQ(field(lines[7], "verdict"), "\"fail\"");
}

TEST_F(GateTest, TheReportIsWrittenAsItHappens) {
    lesson({"--report", path("report")}, {"x", "y"}, [](Gates& gates) {
        pass(gates, "x");
        std::_Exit(9);  // as a crash would
    });
    const std::string report = read(path("report"));
    EXPECT_EQ(field(report, "gate"), "\"x\"");
    EXPECT_EQ(report.back(), '\n');
}

TEST_F(GateTest, AFullDiskIsOneLine) {
    const Outcome run = lesson({"--report", "/dev/full"}, {"x"}, [](Gates& gates) { pass(gates, "x"); });
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err,
              "day000: cannot write the report '/dev/full': No space left on device; give --report another path\n");
}

TEST_F(GateTest, ATableThatCannotBeWrittenFails) {
    const Outcome run = lesson({}, {"x"}, [](Gates& gates) {
        if (std::freopen("/dev/full", "w", stdout) == nullptr) std::_Exit(99);
        pass(gates, "x");
    });
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err, "day000: cannot write the table: No space left on device\n");
}

TEST(MaxAbs, IsTheLargestMagnitude) {
    EXPECT_EQ(verify::max_abs({1.0, -3.0, 2.0}), 3.0);
    EXPECT_EQ(verify::max_abs({}), 0.0);
    EXPECT_EQ(verify::max_abs({1.0, NaN, 2.0}), INF);
}

}  // namespace
