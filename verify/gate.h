// The gates of a lesson: what decides whether a kernel is right. docs/gates.md tells how to read and choose them.
//
//     verify::Gates gates(argc, argv, {"Z", "dW"});
//     gates.begin("ragged");
//     gates.check("dW", d_dW.to_host(), dW, {C, I}, {.abs = 2e-6 * verify::max_abs(dW), .rel = 2e-5});
//     return gates.finish();
//
// Exit codes: 0 all pass, 1 a gate failed, 2 usage, 3 CUDA error, 77 no suitable device.
//
// Every lesson compiles this file and those behind it, so what depends on no type stays out of the templates.

#pragma once

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "verify/gate/options.h"
#include "verify/gate/row.h"
#include "verify/gate/table.h"
#include "verify/gate/text.h"

namespace verify {

// An element passes when |got - want| <= abs + rel * |want|.
struct Tolerance {
    double abs = 0.0, rel = 0.0;
};

// A residual passes when |residual| <= bound. `scale` is the size of the terms that cancel in it: a residual as large
// as `scale` means that nothing cancelled. Give both.
struct Bound {
    double bound = -1.0, scale = 0.0;
};

// What gradient_check (verify/gradient_check.h) found: an analytic gradient beside central differences.
struct GradientCheck {
    bool agrees = false;    // every element is within the tolerance, and the comparison is not vacuous
    double worst = 0.0;     // largest |analytic - numeric|; NaN when one of them is
    std::size_t index = 0;  // the first element that disagrees; when none does, the one that uses most of its allowance
    std::string why;        // what kept them from being compared: sizes, NaN, a kink; else empty
    std::vector<double> analytic, numeric;
    Tolerance tolerance;
};

// The largest |value|; 0 for none, infinity when a value is NaN or infinite, so that no tolerance is built on those.
inline double max_abs(const std::vector<double>& values) {
    double largest = 0.0;
    for (const double value : values) {
        if (!std::isfinite(value)) return std::numeric_limits<double>::infinity();
        if (std::fabs(value) > largest) largest = std::fabs(value);
    }
    return largest;
}

// Checks named tensors, prints one row a check, and decides the exit code. One object a program.
class Gates {
 public:
    // `names`: every gate of the program, in the order in which it is checked. `options`: the lesson's own flags.
    // Understands --all-gates, --list-gates, --report FILE and --help besides. Wrong usage prints one line, exit 2.
    Gates(int argc, char** argv, const std::vector<std::string>& names, const std::vector<Option>& options = {})
        : gates_(declare(names)), options_(argc, argv, options), table_(width(names)) {
        if (verdict_ != NO_GATES) options_.refuse("a lesson has one verify::Gates, and here is a second");
        for (const Gate& gate : gates_)
            if (find(gate.name) != &gate)
                options_.refuse(detail::text("the lesson declares gate %s twice", gate.name.c_str()));

        if (given("--help")) options_.print_help();
        if (given("--list-gates"))
            for (const Gate& gate : gates_) std::printf("%s\n", gate.name.c_str());
        if (given("--help") || given("--list-gates")) {
            options_.expect_written("the answer");
            std::exit(0);
        }
        if (given("--report") && !table_.open_report(option("--report"))) refuse_report();
        stop_ = !given("--all-gates");

        // A program that returns 0 without asking for the verdict, or against it, would look like a pass.
        verdict_ = UNFINISHED;
        on_exit(
            [](int status, void*) {
                if (status == 0) expect_verdict();
            },
            nullptr);
        std::at_quick_exit(expect_verdict);
    }
    Gates(const Gates&) = delete;
    Gates& operator=(const Gates&) = delete;

    // The value given for a flag, else its fallback. A switch that is given has the value "1".
    std::string option(const char* name) const { return options_.option(name); }

    // Whether a flag or a switch was given.
    bool given(const char* name) const { return options_.given(name); }

    // The value of a flag as a whole number from `least` to `most`; anything else prints one line, exit 2.
    long integer(const char* name, long least, long most = std::numeric_limits<long>::max()) const {
        return options_.integer(name, least, most);
    }

    // Names the case of the checks that follow.
    void begin(const std::string& case_name) { case_ = case_name; }

    // Every element: |got - want| <= abs + rel * |want|. `shape`: last index contiguous, as many elements as got and
    // want. Fails on NaN and infinity in got, a wrong size or shape, no elements, a want that is not finite, and when
    // zeros would pass.
    template <class T>
    void check(const std::string& name, const std::vector<T>& got, const std::vector<double>& want,
               const std::vector<long>& shape, Tolerance tolerance) {
        detail::Row row{detail::Kind::check, name, shape};
        row.compare(got, want, tolerance.abs, tolerance.rel);
        emit(row);
    }

    // Every element: the same bits. For integers, counts, and floats that promise to repeat; 0.0 and -0.0 differ.
    // Fails on a wrong size or shape, no elements, and a want that is NaN.
    template <class T>
    void exact(const std::string& name, const std::vector<T>& got, const std::vector<T>& want,
               const std::vector<long>& shape) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, long double>, "T is compared by its bits");
        detail::Row row{detail::Kind::exact, name, shape};
        if (row.sized(got.size(), want.size()))
            for (std::size_t i = 0; i < want.size(); ++i) {
                const T a = got[i], b = want[i];
                if (std::isnan(detail::number(b))) {
                    row.refuse_reference(i, detail::number(b));
                    break;
                }
                row.add(i, detail::distance(a, b), 0.0, std::memcmp(&a, &b, sizeof(T)) == 0);
            }
        if (row.bad > 0) row.got = detail::shown(T(got[row.first])), row.want = detail::shown(T(want[row.first]));
        emit(row);
    }

    // Every element: |residual| <= bound. Fails on NaN and infinity, a wrong shape, no elements, and when a residual as
    // large as the scale would pass.
    void invariant(const std::string& name, const std::vector<double>& residual, const std::vector<long>& shape,
                   Bound limit) {
        detail::Row row{detail::Kind::invariant, name, shape};
        if (row.sized(residual.size(), residual.size())) {
            for (std::size_t i = 0; i < residual.size(); ++i) {
                const double error = std::fabs(residual[i]);
                row.add(i, error, limit.bound, error <= limit.bound);
            }
            row.sees = limit.bound / limit.scale;
            if (row.bad > 0) row.got = detail::shown(residual[row.first], 9), row.want = detail::shown(0);
            if (!(limit.bound >= 0.0 && limit.scale > 0.0 && limit.scale < detail::INF))
                row.why = detail::text("bad bound: bound %g, scale %g; needed: bound >= 0 and a finite scale > 0",
                                       limit.bound, limit.scale);
            else if (limit.bound >= limit.scale)
                row.why = detail::text("vacuous: a residual as large as the scale would pass (bound %.2g, scale %.2g)",
                                       limit.bound, limit.scale);
        }
        emit(row);
    }

    // What verify/counts.h measured is `want` and no other number. Fails too where counting is on and found nothing to
    // count; where it is off the gate is n/a.
    void count(const std::string& name, std::optional<unsigned long long> measured, unsigned long long want) {
        if (!measured && detail::NO_COUNTS != nullptr) return not_measured(name, detail::NO_COUNTS);
        detail::Row row{detail::Kind::count, name, {}};
        if (measured) {
            row.measured = true;
            row.got = std::to_string(*measured);
            row.want = std::to_string(want);
            row.add(0, detail::distance(*measured, want), 0.0, *measured == want);
        } else {
            row.why = "nothing to count: no kernel of that name has run since verify::count_from_here()";
        }
        emit(row);
    }

    // This device cannot measure the gate; `reason` says why. Never a pass.
    void not_measured(const std::string& name, const std::string& reason) {
        emit({detail::Kind::not_measured, name, {}, reason});
    }

    // Vouches for the reference of gate `name`: its gradient agrees with central differences. A failure fails the gate;
    // a pass is no check of the gate, as no kernel was looked at.
    void reference(const std::string& name, const GradientCheck& gradient) {
        const std::vector<long> shape = {long(gradient.numeric.size())};
        detail::Row row{detail::Kind::reference, name, shape};
        row.compare(gradient.analytic, gradient.numeric, gradient.tolerance.abs, gradient.tolerance.rel);
        if (row.why.empty()) row.why = gradient.why;
        if (row.why.empty() && row.bad == 0 && !gradient.agrees)
            row.why = "the gradient check found that they disagree";
        emit(row);
    }

    // Whether a gate has failed so far; with --all-gates the run goes on, and may skip what makes no sense then.
    bool failed() const { return !failed_.empty(); }

    // Prints the closing line and returns the exit code. Fails as well when a declared gate was never checked, and when
    // no gate was checked at all.
    [[nodiscard]] int finish() {
        case_.clear();
        stop_ = false;  // every forgotten gate is named
        if (checks_ > 0)
            for (const Gate& gate : gates_)
                if (!gate.checked && !gate.unmeasured)
                    emit({detail::Kind::unchecked, gate.name, {}, "declared, but never checked"});
        return close("");
    }

 private:
    struct Gate {
        std::string name = {};
        bool checked = false, unmeasured = false, failed = false;
    };

    [[noreturn]] void refuse_report() const {
        options_.refuse(detail::text("cannot write the report '%s': %s; give --report another path",
                                     option("--report").c_str(), std::strerror(errno)));
    }

    static std::vector<Gate> declare(const std::vector<std::string>& names) {
        std::vector<Gate> gates(names.size());
        for (std::size_t i = 0; i < names.size(); ++i) gates[i].name = names[i];
        return gates;
    }
    static int width(const std::vector<std::string>& names) {
        std::size_t most = 4;
        for (const std::string& name : names)
            if (most < name.size()) most = name.size();
        return int(most);
    }

    // At the program's end: ends it with 1 unless finish() has said 0.
    static void expect_verdict() {
        if (verdict_ == 0) return;
        if (verdict_ == UNFINISHED) std::printf("FAILED: the program ended before gates.finish()\n");
        std::fflush(nullptr);
        std::_Exit(1);
    }

    Gate* find(const std::string& name) {
        for (Gate& gate : gates_)
            if (gate.name == name) return &gate;
        return nullptr;
    }

    // Counts a row, prints it and writes its line of the report; ends the program when it failed, unless --all-gates.
    void emit(detail::Row row) {
        using detail::Kind;
        if (verdict_ >= 0) options_.refuse(detail::text("gate %s is checked after gates.finish()", row.gate.c_str()));
        Gate* gate = find(row.gate);
        if (gate == nullptr) row.why = "undeclared gate: add it to the names given to verify::Gates";
        const bool unmeasured = row.kind == Kind::not_measured;
        const bool failed = gate == nullptr || row.bad > 0 || (!unmeasured && !row.why.empty());
        if (!table_.add(case_, row, failed ? "fail" : unmeasured ? "n/a" : "pass")) refuse_report();

        if (gate != nullptr && unmeasured) gate->unmeasured = true;
        if (gate != nullptr && row.kind <= Kind::count) gate->checked = true, ++checks_;
        if (row.kind == Kind::reference) ++references_;
        if (!failed) return;
        if (gate == nullptr || !gate->failed) {
            const std::string entry = case_.empty() ? row.gate : row.gate + " (case " + case_ + ")";
            const std::size_t column = failed_.size() - (failed_.rfind('\n') + 1);  // npos + 1 is 0
            if (!failed_.empty()) failed_ += column + entry.size() > 85 ? ",\n        " : ", ";
            failed_ += entry;
        }
        if (gate != nullptr) gate->failed = true;
        if (stop_) std::exit(close("; later checks were not made, --all-gates makes them"));
    }

    // Prints the closing line; returns the exit code that goes with it.
    int close(const char* hint) {
        int checked = 0;
        std::string unmeasured;
        for (const Gate& gate : gates_) {
            checked += gate.checked;
            if (!gate.checked) unmeasured += (unmeasured.empty() ? "; not measured: " : ", ") + gate.name;
        }
        if (!failed_.empty())
            std::printf("FAILED: %s%s\n", failed_.c_str(), hint);
        else if (checks_ == 0)
            std::printf("FAILED: no gate was checked\n");
        else
            std::printf("%d gate%s, %d check%s%s: all pass%s\n", checked, checked == 1 ? "" : "s", checks_,
                        checks_ == 1 ? "" : "s",
                        references_ > 0
                            ? detail::text(", %d reference%s", references_, references_ == 1 ? "" : "s").c_str()
                            : "",
                        unmeasured.c_str());
        options_.expect_written("the table");
        return verdict_ = failed_.empty() && checks_ > 0 ? 0 : 1;
    }

    // What the program ends with; before that, that there are no gates yet, or that finish() was not asked.
    static constexpr int NO_GATES = -2, UNFINISHED = -1;
    inline static int verdict_ = NO_GATES;

    std::string case_, failed_;
    std::vector<Gate> gates_;
    detail::Options options_;
    detail::Table table_;
    bool stop_ = true;
    int checks_ = 0, references_ = 0;
};

}  // namespace verify
