// What one check found.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "verify/gate/text.h"

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "verify/gate.h must see NaN: build the host code without -ffast-math and -ffinite-math-only"
#endif

namespace verify::detail {

enum class Kind { check, exact, invariant, count, reference, not_measured, unchecked };
constexpr const char* KIND_NAMES[] = {"check", "exact", "invariant", "count", "reference", "n/a", "unchecked"};

// Why this build counts nothing; null where it does.
#if defined(DAYBREAK_COUNT)
constexpr const char* NO_COUNTS = nullptr;
#elif defined(DAYBREAK_CHECK)
constexpr const char* NO_COUNTS = "the check build looks for races and bad accesses, and counts nothing";
#elif defined(DAYBREAK_CPU)
constexpr const char* NO_COUNTS = "the program does not include verify/counts.h, and so it is not counted";
#else
constexpr const char* NO_COUNTS = "counted on the CPU device: scripts/day run --device cpu";
#endif

// All that one check found: a row of the table, a line of the report.
struct Row {
    Kind kind;
    const std::string& gate;
    const std::vector<long>& shape;
    std::string why = {};            // a failure that is about no single element, or the reason for n/a
    bool measured = false;           // the elements were compared: what follows means something
    double max_error = 0.0;          // largest error; NaN when one is
    double used = 0.0;               // largest error as a percentage of what is allowed at its element; NaN likewise
    double sees = 0.0;               // smallest uniform relative error that it would notice
    std::size_t worst = 0;           // the element that uses most
    std::size_t bad = 0, first = 0;  // how many elements fail, and the first of them, of which the next three tell
    std::string got = {}, want = {};
    double allowed = 0.0;

    // Refuses what cannot be compared element by element; true when it can.
    bool sized(std::size_t got_size, std::size_t want_size) {
        std::size_t volume = 1;
        bool holds = true;  // no extent is 0 or less, and their product is a number that there is
        for (const long extent : shape) holds = holds && extent > 0 && !__builtin_mul_overflow(volume, extent, &volume);
        if (got_size != want_size)
            why = text("wrong size: got %zu elements, want %zu", got_size, want_size);
        else if (want_size == 0)
            why = text("nothing to compare: no elements");
        else if (!holds || volume != want_size)
            why = text("wrong shape: %s does not hold %zu elements", bracketed(shape).c_str(), want_size);
        return measured = why.empty();
    }

    // Takes in one element.
    void add(std::size_t i, double error, double limit, bool good) {
        if (!good && bad++ == 0) first = i, allowed = limit;
        // A NaN, once in, stays: every comparison with it is false.
        if (error > max_error || std::isnan(error)) max_error = error;
        const double percent = error > 0.0 || std::isnan(error) ? 100.0 * error / limit : good ? 0.0 : INF;
        if (percent > used || std::isnan(percent)) used = percent, worst = i;
    }

    // |got - want| <= abs + rel * |want|, element by element.
    template <class T>
    void compare(const std::vector<T>& got_values, const std::vector<double>& want_values, double abs, double rel) {
        if (!sized(got_values.size(), want_values.size())) return;
        double largest = 0.0;
        bool zeros_pass = true;
        for (std::size_t i = 0; i < want_values.size(); ++i) {
            const double value = want_values[i], magnitude = std::fabs(value);
            if (!(magnitude < INF)) return refuse_reference(i, value);
            const double error = std::fabs(number(T(got_values[i])) - value), limit = abs + rel * magnitude;
            add(i, error, limit, error <= limit);  // NaN <= limit is false: NaN is not good
            if (magnitude > largest) largest = magnitude;
            zeros_pass = zeros_pass && magnitude <= limit;
        }
        judge(abs, rel, largest, zeros_pass);
        if (bad == 0) return;
        got = shown(T(got_values[first]), 9);
        want = shown(want_values[first], 9);
        if (got == want) got = shown(T(got_values[first])), want = shown(want_values[first]);
    }

    void refuse_reference(std::size_t i, double value) {
        why = text("the reference is not finite: want%s = %s", index_of(i, shape).c_str(), shown(value).c_str());
        measured = false;
        bad = 0;
    }

    void judge(double abs, double rel, double largest, bool zeros_pass) {
        sees = largest > 0.0 ? rel + abs / largest : INF;
        if (!(abs >= 0.0 && abs < INF && rel >= 0.0 && rel < INF))
            why = text("bad tolerance: abs %g, rel %g; both must be finite and not negative", abs, rel);
        else if (zeros_pass)
            why = text("vacuous: zeros would pass (largest |want| %.2g, abs %.2g, rel %.2g)", largest, abs, rel);
    }
};

}  // namespace verify::detail
