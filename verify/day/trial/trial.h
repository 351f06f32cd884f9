// A copy of a lesson's program with other text, broken or not: made, built, run, and what it did.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"
#include "verify/day/trial/report.h"

namespace day {

// What one gate did, over all cases that it was checked in.
struct GateResult {
    std::string gate;
    bool failed = false;
    double percent = 0.0;   // of the allowance, the worst of the cases; what cannot be measured is infinity
    std::string case_name;  // of that worst one
    std::string verdict;    // "pass", "fail", "n/a"
};

// A check, as the program makes it. Gates are checked in several cases.
struct CheckName {
    std::string case_name, gate, kind, shape;
    std::string sees;      // how small an error it would notice
    bool measured = true;  // not n/a
    bool failed = false;
};

struct Trial {
    enum class End {
        ran,      // to its end: exit 0, or exit 1 because a gate failed
        nobuild,  // the compiler refuses it
        crash,    // a signal, or exit 3 after an error of the device
        hang,     // it was killed for its limit
        stopped,  // any other exit code
    };
    End end = End::ran;
    int exit = 0;                             // exit code, as a shell counts it
    std::string ending;                       // "exit 1", "SIGSEGV (Segmentation fault)", "killed after 5 s"
    std::vector<GateResult> gates;            // in the order of their first checks; never reached ones are absent
    std::vector<CheckName> checks;            // all that were made, in order
    std::size_t unfailed = 0;                 // so many of them before the first that failed
    std::string first_failed;                 // the gate of that, or ""
    std::vector<Finding> findings;            // of the check build
    std::string device_error;                 // the first error that the device reported; "" = it said nothing
    std::string forged;                       // why the report cannot be the printed table's, or ""
    std::string output;                       // the program's, standard output and error as one
    std::string log;                          // the compiler's words: of a nobuild, and warnings of the others
    double seconds_run = 0.0, cpu_run = 0.0;  // by the clock, and of a processor
    bool kept = false;                        // nothing ran: it is the result of an earlier trial

    std::vector<std::string> failed() const;
    const GateResult* gate(const std::string& name) const;  // null: never reached
};

// Did both end alike, with the same rows? What a gate that may fail does is left aside.
bool same_run(const Trial& one, const Trial& other, const std::vector<std::string>& may_fail = {});

// The same cases and gates, in order, whatever came out.
bool same_checks(const Trial& one, const Trial& other);

// What is wrong with a run that should pass: "fails y and sum", "never checks y, which it declares", ...; "" when
// nothing is. `gates`: those that the program declares.
std::string problem_of(const Trial& trial, const std::vector<std::string>& gates);

// The thread orders that everything is tried in.
inline constexpr const char* ORDERS[] = {"forward", "reverse", "random:1"};

struct TrialOptions {
    std::string order = "forward";  // "" = none asked for
    bool check_build = false;       // with the CPU device's checker, for findings
    double limit_s = 60.0;          // of the run
    double limit_cpu_s = 0.0;       // of the run, in seconds of a processor; 0 = none
    bool keep = false;              // what ran to its end before, unchanged, is remembered and not run again
    bool all_gates = true;          // false: it stops at the first gate that fails
    bool scramble = false;          // what a copy brings from the device arrives with every bit inverted
    int repetition = 0;             // of the same run: each is kept by itself
    Device device = Device::cpu;
    std::vector<std::string> arguments{};  // more arguments of the program: a break's flags
    std::optional<std::string> advice{};   // what a finding may advise (advice_of); none: all
};

// Makes the compilers of trials ready: to be called once before trials, in one thread. Failure when that fails.
void prepare_trials(const Tree& tree, Build build);

// A program that was made of a copy's text (copies.h).
struct BuiltCopy {
    fs::path program;  // "" when it does not build
    fs::path folder;   // where its runs are kept
    std::string log;   // what the compiler said
    int number = -1;   // which of the copies in the program it is; -1 = the only one
    double cpu_seconds = 0.0;
    bool kept = false;  // it was there
};

inline Build build_for(const TrialOptions& options) {
    return options.device == Device::gpu ? Build::gpu : options.check_build ? Build::check : Build::cpu;
}

// The lesson's text with the break in it. Failure when it does not apply.
std::string broken_source(const Tree& tree, const Lesson& lesson, const Break& exercise);

// Builds and runs any text of the lesson's program. `name` is the folder's: "clean", a break's id, "try".
Trial try_source(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                 const TrialOptions& options);

// Takes a learner's own settings out of a child's environment: they must not colour a trial or a recording.
void clear_settings(std::map<std::string, std::optional<std::string>>& environment);

// Runs what is built already.
Trial run_copy(const BuiltCopy& copy, const TrialOptions& options);

// What an earlier run with options.keep left in the copy's folder.
std::optional<Trial> kept_trial(const fs::path& folder, const TrialOptions& options);

// The remedies for a race that the readers of the lesson know: DAYBREAK_ADVICE of its check build.
std::string advice_of(const Lesson& lesson);

bool has_warning(const std::string& log);  // of g++ or nvcc

// The line of a compiler's words that tells of a problem.
std::string first_complaint(const std::string& log);

// "ran", "nobuild", "crash", "hang", "stopped".
const char* end_word(Trial::End end);

}  // namespace day
