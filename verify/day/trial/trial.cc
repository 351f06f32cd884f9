#include "verify/day/trial/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"
#include "verify/day/trial/copies.h"
#include "verify/day/trial/kept.h"

namespace day {

namespace {

constexpr int DEVICE_ERROR = 3;  // exit code of a lesson when a call or a launch failed

// The rows of the report, gate by gate.
void read_gates(const std::vector<Check>& checks, Trial& trial) {
    for (const Check& check : checks) {
        if (check.kind == "unchecked") continue;  // the program's complaint that nobody checked it
        auto gate = std::find_if(trial.gates.begin(), trial.gates.end(),
                                 [&](const GateResult& known) { return known.gate == check.gate; });
        if (gate == trial.gates.end())
            gate = trial.gates.insert(trial.gates.end(), {check.gate, false, -1.0, "", "n/a"});
        const bool failed = check.verdict == "fail";
        if (trial.first_failed.empty()) trial.unfailed = trial.checks.size() + !failed;
        if (failed && trial.first_failed.empty()) trial.first_failed = check.gate;
        trial.checks.push_back(
            {check.case_name, check.gate, check.kind, check.shape, check.sees, check.verdict != "n/a", failed});
        // A gradient check that agrees says nothing about a kernel.
        if (check.kind == "reference" && !failed) continue;
        if (check.verdict == "n/a") continue;
        // Of two that are beyond measure, the one that fails.
        if (check.used > gate->percent || (failed && !gate->failed && check.used == gate->percent))
            gate->percent = check.used, gate->case_name = check.case_name;
        gate->failed = gate->failed || failed;
        gate->verdict = gate->failed ? "fail" : "pass";
    }
    for (GateResult& gate : trial.gates) gate.percent = std::max(gate.percent, 0.0);
}

// The folder that a trial runs in, gone at the end with what the program left there.
struct Scratch {
    fs::path path;
    explicit Scratch(const fs::path& kept) : path(unique_beside(kept)) { make_folder(path); }
    ~Scratch() {
        std::error_code none;
        fs::remove_all(path, none);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

}  // namespace

std::vector<std::string> Trial::failed() const {
    std::vector<std::string> names;
    for (const GateResult& gate : gates)
        if (gate.failed) names.push_back(gate.gate);
    return names;
}

const GateResult* Trial::gate(const std::string& name) const {
    for (const GateResult& gate : gates)
        if (gate.gate == name) return &gate;
    return nullptr;
}

bool same_run(const Trial& one, const Trial& other, const std::vector<std::string>& may_fail) {
    return one.end == other.end && one.exit == other.exit &&
           std::equal(one.checks.begin(), one.checks.end(), other.checks.begin(), other.checks.end(),
                      [&](const CheckName& a, const CheckName& b) {
                          return a.case_name == b.case_name && a.gate == b.gate && a.kind == b.kind &&
                                 a.shape == b.shape && a.measured == b.measured &&
                                 (in(may_fail, a.gate) || (a.failed == b.failed && a.sees == b.sees));
                      });
}

bool same_checks(const Trial& one, const Trial& other) {
    return std::equal(
        one.checks.begin(), one.checks.end(), other.checks.begin(), other.checks.end(),
        [](const CheckName& a, const CheckName& b) { return a.case_name == b.case_name && a.gate == b.gate; });
}

std::string problem_of(const Trial& trial, const std::vector<std::string>& gates) {
    if (trial.end == Trial::End::nobuild) return fmt::format("does not build: {}", first_complaint(trial.log));
    if (trial.end != Trial::End::ran || trial.exit != 0)
        return trial.failed().empty() ? fmt::format("ends with {}", trial.ending)
                                      : fmt::format("fails {}", listed(trial.failed()));
    for (const std::string& gate : gates)
        if (!trial.gate(gate)) return fmt::format("never checks {}, which it declares", gate);
    if (!trial.forged.empty()) return trial.forged;
    for (const GateResult& gate : trial.gates)
        if (!in(gates, gate.gate)) return fmt::format("checks {}, which its text does not declare", gate.gate);
    return "";
}

void prepare_trials(const Tree& tree, Build build) { prepare_compiler(tree, build); }

std::string broken_source(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    return broken(read_file(lesson.program), exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program));
}

Trial try_source(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
                 const TrialOptions& options) {
    return run_copy(build_copy(tree, lesson, source, name, build_for(options)), options);
}

namespace {

// How a run ended, as it is kept beside what it left.
void keep_ending(const fs::path& folder, const Outcome& outcome) {
    write_file(folder / "output", outcome.output);
    write_file(folder / "ending", fmt::format("{} {} {}\n", outcome.exit, outcome.seconds, outcome.cpu_seconds));
}
Outcome kept_ending(const fs::path& folder) {
    Outcome outcome;
    std::istringstream text(read_file(folder / "ending"));
    text >> outcome.exit >> outcome.seconds >> outcome.cpu_seconds;
    outcome.output = read_file(folder / "output");
    return outcome;
}

// Fills in what a run in `folder` tells.
void read_run(const fs::path& folder, const Outcome& outcome, Trial& trial) {
    trial.output = outcome.output;
    trial.seconds_run = outcome.seconds;
    trial.cpu_run = outcome.cpu_seconds;
    trial.exit = outcome.code();
    trial.ending = outcome.verdict();
    const std::vector<Check> checks = read_report(folder / "report");
    read_gates(checks, trial);
    trial.findings = read_findings(folder / "findings");
    trial.forged = outcome.output.size() < KEPT_BYTES ? contradiction(checks, outcome.output)
                                                      : "it prints too much to hold its report against its table";
    if (fs::exists(folder / "status")) trial.device_error = trimmed(read_file(folder / "status"));
    // On a GPU nobody but the program can say what the device reported.
    const bool device_said = trial.device_error.empty() ? outcome.output.find("cudaError") != std::string::npos
                                                        : trial.device_error != "cudaSuccess";
    const bool failed = !trial.failed().empty();
    // The checker's findings alone make an exit code 1 of a 0.
    const bool ended = outcome.exit == (failed || !trial.findings.empty());
    trial.end = outcome.timed_out                                                 ? Trial::End::hang
                : outcome.signal || (outcome.exit == DEVICE_ERROR && device_said) ? Trial::End::crash
                : ended                                                           ? Trial::End::ran
                                                                                  : Trial::End::stopped;
    if (trial.end == Trial::End::stopped && outcome.exit == 0) trial.ending += " although a gate failed";
    if (trial.end == Trial::End::stopped && outcome.exit == DEVICE_ERROR)
        trial.ending += ", and the device reported no error";
}

// What the run was asked for, beside the text and the build.
std::vector<std::string> arguments_of(const TrialOptions& options) {
    std::vector<std::string> arguments;
    if (options.all_gates) arguments.emplace_back("--all-gates");
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    return arguments;
}
fs::path kept_place(const fs::path& folder, const TrialOptions& options) {
    std::string key = fmt::format("{}\n{}\n{}", options.order, options.scramble, options.repetition);
    for (const std::string& argument : arguments_of(options)) key += "\n" + argument;
    return folder / ("run." + hash_text(key));
}

}  // namespace

void clear_settings(std::map<std::string, std::optional<std::string>>& environment) {
    for (const char* name :
         {"DAYBREAK_ORDER", "DAYBREAK_EXACT", "DAYBREAK_LEAKS", "DAYBREAK_SYNC", "DAYBREAK_CHECK", "DAYBREAK_FINDINGS",
          "DAYBREAK_COUNTS", "DAYBREAK_CORES", "DAYBREAK_SCRAMBLE", "DAYBREAK_STATUS", "DAYBREAK_ADVICE",
          "DAYBREAK_CAPABILITY", "DAYBREAK_CLOCK", "CUDA_LAUNCH_BLOCKING"})
        environment[name] = std::nullopt;
}

Trial run_copy(const BuiltCopy& copy, const TrialOptions& options) {
    Trial trial;
    trial.log = copy.log;
    if (copy.program.empty()) {
        trial.end = Trial::End::nobuild;
        trial.ending = "it does not build";
        return trial;
    }

    const fs::path kept = kept_place(copy.folder, options);
    std::optional<Turn> turn;
    if (options.keep) {
        turn.emplace(kept.string() + ".lock");
        if (std::optional<Trial> before = kept_trial(copy.folder, options)) return *std::move(before);
    }

    const Scratch scratch(kept);
    Command command{.words = {copy.program.string(), "--report", (scratch.path / "report").string()},
                    .folder = scratch.path,
                    .limit_s = options.limit_s,
                    .limit_cpu_s = options.limit_cpu_s};
    for (const std::string& argument : arguments_of(options)) command.words.push_back(argument);
    clear_settings(command.environment);  // canaries would hide the true ends of the arrays
    if (!options.order.empty() && options.device == Device::cpu) command.environment["DAYBREAK_ORDER"] = options.order;
    if (options.check_build || options.scramble) command.environment["DAYBREAK_EXACT"] = "1";
    if (options.check_build) command.environment["DAYBREAK_FINDINGS"] = (scratch.path / "findings").string();
    if (options.check_build && options.advice) command.environment["DAYBREAK_ADVICE"] = *options.advice;
    if (options.scramble) command.environment["DAYBREAK_SCRAMBLE"] = "1";
    if (options.device == Device::cpu) command.environment["DAYBREAK_STATUS"] = (scratch.path / "status").string();
    if (copy.number >= 0) command.environment["DAYBREAK_COPY"] = fmt::format("{}", copy.number);
    const Outcome outcome = capture(command);
    read_run(scratch.path, outcome, trial);
    if (options.keep && trial.end == Trial::End::ran) {
        keep_ending(scratch.path, outcome);
        fs::rename(scratch.path, kept);
    }
    return trial;
}

std::optional<Trial> kept_trial(const fs::path& folder, const TrialOptions& options) {
    const fs::path kept = kept_place(folder, options);
    if (!fs::exists(kept)) return std::nullopt;
    Trial trial;
    if (fs::exists(folder / "log")) trial.log = read_file(folder / "log");
    read_run(kept, kept_ending(kept), trial);
    trial.kept = true;
    return trial;
}

std::string advice_of(const Lesson& lesson) {
    constexpr int BARRIER = 13, ATOMIC = 24;  // the days that explain them
    return lesson.number < BARRIER ? "" : lesson.number < ATOMIC ? "barrier" : "barrier atomic";
}

bool has_warning(const std::string& log) {
    return log.find("warning:") != std::string::npos || log.find("warning #") != std::string::npos;
}

std::string first_complaint(const std::string& log) {
    for (const char* kind : {"error", "warning", ""})
        for (const std::string& line : lines_of(log))
            if (!trimmed(line).empty() && line.find(kind) != std::string::npos) return std::string(trimmed(line));
    return "it says nothing";
}

const char* end_word(Trial::End end) {
    switch (end) {
        case Trial::End::ran:
            return "ran";
        case Trial::End::nobuild:
            return "nobuild";
        case Trial::End::crash:
            return "crash";
        case Trial::End::hang:
            return "hang";
        case Trial::End::stopped:
            return "stopped";
    }
    return "";
}

}  // namespace day
