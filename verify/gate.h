// The gates of a lesson: what decides whether a kernel is right. docs/gates.md tells how to read and choose them.
//
//     verify::Gates gates(argc, argv, {"Z", "dW"});
//     gates.begin("ragged");
//     gates.check("dW", d_dW.to_host(), dW, {C, I}, {.abs = 2e-6 * verify::max_abs(dW), .rel = 2e-5});
//     return gates.finish();
//
// Exit codes: 0 all pass, 1 a gate failed, 2 usage, 3 CUDA error, 77 no suitable device.
//
// Every lesson compiles this file, so what depends on no type stays out of the templates, and text is made by printf.

#pragma once

#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "verify/gate.h must see NaN: build the host code without -ffast-math and -ffinite-math-only"
#endif

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

// A flag of the lesson's own: {"--epochs", "N", "1", "passes over the training set"}. With value "" it is a switch.
struct Option {
    const char* name;      // with its dashes
    const char* value;     // what --help calls the value; "" = a switch
    const char* fallback;  // what option() returns when the flag is not given
    const char* text;      // one line for --help
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

namespace detail {

constexpr double INF = std::numeric_limits<double>::infinity();

// printf into a string, cut at 1023 characters.
__attribute__((format(printf, 1, 2))) inline std::string text(const char* format, ...) {
    char buffer[1024];
    va_list values;
    va_start(values, format);
    std::vsnprintf(buffer, sizeof buffer, format, values);
    va_end(values);
    return buffer;
}

// The shortest text that reads back as `value`, of at most `most` digits; `narrow`: reads back as a float.
inline std::string shortest(double value, bool narrow, int most) {
    if (std::isnan(value)) return "nan";  // poison has its sign bit set, and "-nan" would only puzzle
    std::string out;
    for (int digits = 6; digits <= most; ++digits) {
        out = text("%.*g", digits, value);
        const double back = std::strtod(out.c_str(), nullptr);
        if (narrow ? float(back) == float(value) : back == value) break;
    }
    return out;
}

// Any number as a double. The narrow floats of CUDA (__half, __nv_bfloat16) know the way to float only.
template <class T>
double number(const T& value) {
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(value);
    else
        return static_cast<double>(static_cast<float>(value));
}

// Any number as text: integers whole, floats by the shortest digits.
template <class T>
std::string shown(const T& value, int most = 17) {
    if constexpr (std::is_integral_v<T>)
        return std::to_string(value);
    else
        return shortest(number(value), sizeof(T) <= 4, most);
}

// |a - b|, also where two 64-bit integers would become the same double.
template <class T>
double distance(const T& a, const T& b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<double>(a > b ? std::uint64_t(a) - std::uint64_t(b) : std::uint64_t(b) - std::uint64_t(a));
    else
        return std::fabs(number(a) - number(b));
}

// [7, 13], for shapes and indices alike.
inline std::string bracketed(const std::vector<long>& numbers) {
    std::string out = "[";
    for (const long n : numbers) out += text(out.size() > 1 ? ", %ld" : "%ld", n);
    return out + "]";
}

// The index of element `flat` in an array of this shape, last index contiguous.
inline std::string index_of(std::size_t flat, const std::vector<long>& shape) {
    std::vector<long> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0; flat /= shape[axis]) index[axis] = flat % shape[axis];
    return bracketed(index);
}

// A JSON string.
inline std::string quoted(const std::string& value) {
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            out += text("\\u%04x", c);
        else
            out += c;
    }
    return out + "\"";
}

// A JSON number. JSON has no NaN and no infinity: they become the strings "nan", "inf", "-inf".
inline std::string json(const std::string& number) {
    return std::isfinite(std::strtod(number.c_str(), nullptr)) ? number : quoted(number);
}
inline std::string json(double number) { return json(shortest(number, false, 17)); }

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
        bool positive = true;
        for (const long extent : shape) {
            volume *= extent;
            positive = positive && extent > 0;
        }
        if (got_size != want_size)
            why = text("wrong size: got %zu elements, want %zu", got_size, want_size);
        else if (want_size == 0)
            why = text("nothing to compare: no elements");
        else if (!positive || volume != want_size)
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
    void compare(const std::vector<T>& got_values, const std::vector<double>& want_values, Tolerance t) {
        if (!sized(got_values.size(), want_values.size())) return;
        double largest = 0.0;
        bool zeros_pass = true;
        for (std::size_t i = 0; i < want_values.size(); ++i) {
            const double value = want_values[i], magnitude = std::fabs(value);
            if (!(magnitude < INF)) return refuse_reference(i, value);
            const double error = std::fabs(number(T(got_values[i])) - value), limit = t.abs + t.rel * magnitude;
            add(i, error, limit, error <= limit);  // NaN <= limit is false: NaN is not good
            if (magnitude > largest) largest = magnitude;
            zeros_pass = zeros_pass && magnitude <= limit;
        }
        judge(t, largest, zeros_pass);
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

    void judge(Tolerance t, double largest, bool zeros_pass) {
        sees = largest > 0.0 ? t.rel + t.abs / largest : INF;
        if (!(t.abs >= 0.0 && t.abs < INF && t.rel >= 0.0 && t.rel < INF))
            why = text("bad tolerance: abs %g, rel %g; both must be finite and not negative", t.abs, t.rel);
        else if (zeros_pass)
            why = text("vacuous: zeros would pass (largest |want| %.2g, abs %.2g, rel %.2g)", largest, t.abs, t.rel);
    }
};

}  // namespace detail

// Checks named tensors, prints one row a check, and decides the exit code. One object a program.
class Gates {
 public:
    // `names`: every gate of the program, in the order in which it is checked. `options`: the lesson's own flags.
    // Understands --all-gates, --list-gates, --report FILE and --help besides. Wrong usage prints one line, exit 2.
    Gates(int argc, char** argv, const std::vector<std::string>& names, const std::vector<Option>& options = {})
        : program_(argc > 0 ? argv[0] : "lesson"), gates_(names.size()), options_(options) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (find(names[i]) != nullptr) refuse(detail::text("the lesson declares gate %s twice", names[i].c_str()));
            gates_[i].name = names[i];
            if (gate_width_ < int(names[i].size())) gate_width_ = int(names[i].size());
        }
        options_.insert(options_.end(), {{"--all-gates", "", "", "go on after a gate has failed (still exit 1)"},
                                         {"--list-gates", "", "", "print the names of the gates in order"},
                                         {"--report", "FILE", "", "write one JSON object a check to FILE"},
                                         {"--help", "", "", "print this"}});
        values_.resize(options_.size());
        for (int i = 1; i < argc; ++i) i += parse(argv[i], i + 1 < argc ? argv[i + 1] : nullptr);

        if (given("--help")) print_help();
        if (given("--list-gates"))
            for (const Gate& gate : gates_) std::printf("%s\n", gate.name.c_str());
        if (given("--help") || given("--list-gates")) std::exit(0);
        if (given("--report")) {
            report_ = std::fopen(option("--report").c_str(), "w");
            if (report_ == nullptr) refuse_report();
        }
        stop_ = !given("--all-gates");

        // A program that returns 0 without asking for the verdict would look like a pass.
        unfinished_ = true;
        on_exit(
            [](int status, void*) {
                if (status != 0 || !unfinished_) return;
                std::printf("FAILED: the program ended before gates.finish()\n");
                std::fflush(nullptr);
                std::_Exit(1);
            },
            nullptr);
    }
    ~Gates() {
        if (report_ != nullptr) std::fclose(report_);
    }
    Gates(const Gates&) = delete;
    Gates& operator=(const Gates&) = delete;

    // The value given for a flag, else its fallback. A switch that is given has the value "1".
    std::string option(const char* name) const {
        const std::size_t i = declared(name);
        return values_[i] != nullptr ? values_[i] : options_[i].fallback;
    }

    // Whether a flag or a switch was given.
    bool given(const char* name) const { return values_[declared(name)] != nullptr; }

    // The value of a flag as a whole number from `least` to `most`; anything else prints one line, exit 2.
    long integer(const char* name, long least, long most = std::numeric_limits<long>::max()) const {
        const std::string value = option(name);
        char* end = nullptr;
        errno = 0;
        const long number = std::strtol(value.c_str(), &end, 10);
        if (value.empty() || *end != '\0' || errno != 0 || number < least || number > most) {
            const bool open = most == std::numeric_limits<long>::max();
            refuse(detail::text("%s needs a whole number of at least %ld%s, found '%s'", name, least,
                                open ? "" : detail::text(" and at most %ld", most).c_str(), value.c_str()));
        }
        return number;
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
        row.compare(got, want, tolerance);
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
        row.compare(gradient.analytic, gradient.numeric, gradient.tolerance);
        if (row.why.empty()) row.why = gradient.why;
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

    // Ends the program for wrong usage, with one line.
    [[noreturn]] void refuse(const std::string& what) const {
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %s\n", program_, what.c_str());
        std::exit(2);
    }
    [[noreturn]] void refuse_report() const {
        refuse(detail::text("cannot write the report '%s': %s; give --report another path", option("--report").c_str(),
                            std::strerror(errno)));
    }

    std::size_t declared(const char* name) const {
        for (std::size_t i = 0; i < options_.size(); ++i)
            if (std::strcmp(name, options_[i].name) == 0) return i;
        refuse(detail::text("the lesson reads option %s, which it does not declare", name));
    }

    Gate* find(const std::string& name) {
        for (Gate& gate : gates_)
            if (gate.name == name) return &gate;
        return nullptr;
    }

    // Takes `--flag`, `--flag value` or `--flag=value`. Returns how many arguments it used beyond the first: 0 or 1.
    int parse(const char* argument, const char* next) {
        const std::size_t length = std::strcspn(argument, "=");
        const char* attached = argument[length] == '=' ? argument + length + 1 : nullptr;
        for (std::size_t i = 0; i < options_.size(); ++i) {
            const auto& [name, value, fallback, help] = options_[i];
            if (std::strlen(name) != length || std::strncmp(name, argument, length) != 0) continue;
            const bool is_switch = *value == '\0';
            if (is_switch && attached != nullptr) refuse(detail::text("%s takes no value, found '%s'", name, argument));
            if (!is_switch && attached == nullptr && (next == nullptr || std::strncmp(next, "--", 2) == 0))
                refuse(detail::text("%s needs a value: %s %s", name, name, value));
            values_[i] = is_switch ? "1" : attached != nullptr ? attached : next;
            return values_[i] == next ? 1 : 0;
        }
        refuse(detail::text("unknown option '%s'; `%s --help` lists the options", argument, program_));
    }

    void print_help() const {
        std::printf("usage: %s [option]...\n\n", program_);
        for (const auto& [name, value, fallback, help] : options_) {
            std::printf("  %-18s %s", detail::text("%s %s", name, value).c_str(), help);
            std::printf(*fallback != '\0' ? " (default %s)\n" : "\n", fallback);
        }
        std::printf("\nExit codes: 0 all pass, 1 a gate failed, 2 usage, 3 CUDA error, 77 no suitable device.\n");
    }

    // Counts a row, prints it and writes its line of the report; ends the program when it failed, unless --all-gates.
    void emit(detail::Row row) {
        using detail::Kind;
        Gate* gate = find(row.gate);
        if (gate == nullptr) row.why = "undeclared gate: add it to the names given to verify::Gates";
        const bool unmeasured = row.kind == Kind::not_measured;
        const bool failed = gate == nullptr || row.bad > 0 || (!unmeasured && !row.why.empty());
        print(row, failed ? "FAIL" : unmeasured ? "n/a" : "pass");
        if (report_ != nullptr) report(row, failed ? "fail" : unmeasured ? "n/a" : "pass");

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
        if (stop_) std::exit(close("; the run stops here, --all-gates goes on"));
    }

    static constexpr const char* COLUMNS = "%-10s  %-*s  %-14s  %9s  %8s  %7s  %s%s\n";

    void print(const detail::Row& row, const char* verdict) {
        if (!header_printed_)
            std::printf(COLUMNS, "case", gate_width_, "gate", "shape", "max error", "used", "sees", "verdict", "");
        header_printed_ = true;

        std::string error = "-", used = "-", sees = "-";
        if (row.measured) {
            error = std::isnan(row.max_error) ? "nan" : detail::text("%.1e", row.max_error);
            used = std::isnan(row.used) ? "nan" : detail::text(row.used < 1e6 ? "%.1f%%" : "%.1e%%", row.used);
            if (row.bad > 0 && row.used < 100.05) used = std::string(">100%");
            sees = row.kind == detail::Kind::exact   ? "any bit"
                   : row.kind == detail::Kind::count ? "one"
                                                     : detail::text("%.1e", row.sees);
        }
        const std::string note = row.kind == detail::Kind::reference               ? "  reference"
                                 : row.kind == detail::Kind::count && row.measured ? "  counted " + row.got
                                                                                   : "";
        std::printf(COLUMNS, case_.empty() ? "-" : case_.c_str(), gate_width_, row.gate.c_str(),
                    row.shape.empty() ? "-" : detail::bracketed(row.shape).c_str(), error.c_str(), used.c_str(),
                    sees.c_str(), verdict, note.c_str());
        if (!row.why.empty()) std::printf("    %s\n", row.why.c_str());
        if (row.bad > 0 && row.kind == detail::Kind::count)
            std::printf("    want %s\n", row.want.c_str());
        else if (row.bad > 0)
            std::printf("    first bad of %zu: %s%s = %s (want %s, allowed %.2g)\n", row.bad, row.gate.c_str(),
                        detail::index_of(row.first, row.shape).c_str(), row.got.c_str(), row.want.c_str(), row.allowed);
        std::fflush(stdout);  // a crash or a hang then leaves every row that came before it
    }

    // One line of JSON. A figure that was not measured is null.
    void report(const detail::Row& row, const char* verdict) const {
        using namespace detail;
        const auto figure = [&row](double value) { return row.measured ? json(value) : std::string("null"); };
        std::fprintf(report_, "{\"case\": %s, \"gate\": %s, \"kind\": \"%s\", \"shape\": %s, ", quoted(case_).c_str(),
                     quoted(row.gate).c_str(), KIND_NAMES[int(row.kind)], bracketed(row.shape).c_str());
        std::fprintf(report_, "\"max_error\": %s, \"used\": %s, \"sees\": %s, \"verdict\": \"%s\"",
                     figure(row.max_error).c_str(), figure(row.used).c_str(), figure(row.sees).c_str(), verdict);
        if (!row.why.empty()) std::fprintf(report_, ", \"why\": %s", quoted(row.why).c_str());
        if (row.bad > 0)
            std::fprintf(report_, ", \"bad\": {\"index\": %s, \"got\": %s, \"want\": %s, \"allowed\": %s}",
                         index_of(row.first, row.shape).c_str(), json(row.got).c_str(), json(row.want).c_str(),
                         json(row.allowed).c_str());
        std::fprintf(report_, "}\n");
        if (std::fflush(report_) != 0) refuse_report();
    }

    // Prints the closing line; returns the exit code that goes with it.
    int close(const char* hint) {
        unfinished_ = false;
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
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            refuse(detail::text("cannot write the table: %s", std::strerror(errno)));
        return failed_.empty() && checks_ > 0 ? 0 : 1;
    }

    inline static bool unfinished_ = false;  // a Gates exists, and its verdict was not asked for yet

    const char* program_;
    std::string case_, failed_;
    std::vector<Gate> gates_;
    std::vector<Option> options_;
    std::vector<const char*> values_;  // one for each option; null = not given
    std::FILE* report_ = nullptr;
    bool stop_ = true, header_printed_ = false;
    int gate_width_ = 4, checks_ = 0, references_ = 0;
};

}  // namespace verify
