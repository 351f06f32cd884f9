#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <tuple>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/limit.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/commands/printed.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/report.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

constexpr std::size_t TAIL = 12;  // lines of a failing run that are shown

constexpr int WRONG_USAGE = 2;  // exit code of a program that does not know an option

struct Run {
    std::string order;
    Outcome outcome;
    std::vector<Check> checks;
    std::vector<std::string> failed;
    std::vector<Finding> findings, advice;

    bool never_ended() const { return outcome.timed_out; }
    bool skipped() const { return outcome.signal == 0 && outcome.exit == NO_SUITABLE_DEVICE; }
    // The checker's findings are counted apart: they alone make an exit code 1 of a 0.
    bool good() const {
        return failed.empty() && (outcome.good() || (!findings.empty() && outcome.signal == 0 && outcome.exit == 1));
    }
    std::string verdict() const {
        if (good()) return findings.empty() ? "pass" : "finding";
        if (never_ended()) return "no end";
        if (skipped()) return "skip";
        if (outcome.signal == 0 && outcome.exit == 1) return "FAIL";
        const std::string ending = outcome.verdict();
        return ending.substr(0, ending.find(" ("));
    }
};

// leaps: a clock says something else each time (verify/cpu/checker/clocks.h).
Run run_in_order(const Tree& tree, const Target& target, const fs::path& binary, const std::string& order,
                 const CheckOptions& options, bool leaps = false) {
    Command command{.words = {binary.string()}, .limit_s = IDLE * options.limit_s, .limit_cpu_s = options.limit_s};
    command.words.insert(command.words.end(), options.arguments.begin(), options.arguments.end());
    const fs::path stem =
        tree.build / "check" / fmt::format("{}.{}{}", binary.filename().string(), order, leaps ? ".again" : "");
    make_folder(stem.parent_path());
    const fs::path findings = stem.string() + ".findings";
    // Canaries would hide the true ends of the arrays.
    command.environment = {{"DAYBREAK_ORDER", order},
                           {"DAYBREAK_EXACT", "1"},
                           {"DAYBREAK_CHECK", fmt::format("{}", fmt::join(options.tools, ","))},
                           {"DAYBREAK_FINDINGS", findings.string()}};
    if (leaps) {
        command.environment["DAYBREAK_CLOCK"] = "leaps";
        command.limit_s = 60 + options.limit_s;  // who waits until a certain time might wait long
    }
    if (target.is_lesson()) command.environment["DAYBREAK_ADVICE"] = advice_of(target.lesson);
    fs::remove(findings);  // an old one must not answer for a program that dies early

    fs::path report;
    if (has_gates(read_file(target.file))) {
        report = stem.string() + ".jsonl";
        fs::remove(report);
        command.words.insert(command.words.end(), {"--all-gates", "--report", report.string()});
    }
    const Waiting waiting(fmt::format("{}: running{}", order, leaps ? " once more" : ""));
    Run run{order, capture(command), {}, {}, {}, {}};
    run.findings = read_findings(findings);
    run.advice = read_advice(findings);
    if (!report.empty()) run.checks = read_report(report);
    run.failed = failed_gates(run.checks);
    return run;
}

// The gates whose verdicts are not the same in all orders, as they come; the program's end where only that differs.
// A correct program has none.
std::vector<std::string> unsteady(std::span<const Run> runs) {
    std::vector<std::string> gates;
    for (const Run& run : runs)
        for (const Check& check : run.checks)
            if (std::find(gates.begin(), gates.end(), check.gate) == gates.end()) gates.push_back(check.gate);
    // All that one order says of a gate; nothing, where it died before.
    const auto said = [](const Run& run, const std::string& gate) {
        std::string all;
        for (const Check& check : run.checks)
            if (check.gate == gate) all += check.case_name + ": " + check.verdict + "\n";
        return all;
    };
    const auto steady = [&](const auto& says) {
        return std::all_of(runs.begin(), runs.end(), [&](const Run& run) { return says(run) == says(runs[0]); });
    };
    std::erase_if(gates,
                  [&](const std::string& gate) { return steady([&](const Run& run) { return said(run, gate); }); });
    if (gates.empty() && !steady([](const Run& run) { return run.verdict(); })) gates.push_back("the program's end");
    return gates;
}

// "3 orders agree, 24 checks pass"
std::string what_passed(const std::vector<Run>& runs, const Difference& printed) {
    const std::vector<Check>& checks = runs[0].checks;
    if (checks.empty())
        return fmt::format("{} orders end with exit 0 and the same output{}; it checks no gate", runs.size(),
                           printed.any() ? ", but for the remark above" : "");
    const auto count = [&](auto wanted) { return std::count_if(checks.begin(), checks.end(), wanted); };
    const auto measured =
        count([](const Check& check) { return check.verdict == "pass" && check.kind != "reference"; });
    const auto rest = count([](const Check& check) { return check.verdict == "n/a"; });
    return fmt::format("{} orders agree, {} checks pass{}", runs.size(), measured,
                       rest ? fmt::format(", {} not measured here", rest) : "");
}

// What the program printed, without the checker's own lines.
std::string own_output(const Run& run) {
    std::string own;
    for (const std::string& line : lines_of(run.outcome.output))
        if (!line.starts_with("=========")) own += line + "\n";
    return own;
}

bool ends_alike(const Run& one, const Run& other) {
    const auto end = [](const Run& run) {
        return std::tuple(run.outcome.exit, run.outcome.signal, run.outcome.timed_out);
    };
    return end(one) == end(other);
}

bool is_among(const std::vector<Finding>& findings, const Finding& one) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& same) { return same.place == one.place; });
}

// Those of all orders, each once.
std::vector<Finding> findings_of(const std::vector<Run>& runs, std::vector<Finding> Run::*which) {
    std::vector<Finding> findings;
    for (const Run& run : runs)
        for (const Finding& finding : run.*which)
            if (!is_among(findings, finding)) findings.push_back(finding);
    sort_findings(findings);
    return findings;
}

// With the orders that met them where not all did.
void print_findings(const std::vector<Finding>& findings, const std::vector<Run>& runs,
                    std::vector<Finding> Run::*which) {
    constexpr std::string_view MARGIN = "=========     ";
    for (const Finding& finding : findings) {
        std::vector<std::string> orders;
        for (const Run& run : runs)
            if (is_among(run.*which, finding)) orders.push_back(run.order);
        fmt::print("\n");
        for (const std::string& line : lines_of(finding.text)) {
            const std::size_t text = std::min(line.find_first_not_of("= "), line.size());
            fmt::print("{}", flow(line.substr(text), MARGIN.size(), line.substr(0, text)));
        }
        if (orders.size() < runs.size())
            fmt::print("{}", flow(fmt::format("met in order {}", listed(orders)), MARGIN.size(), MARGIN));
    }
}

// As they were written.
void write_report(const std::string& path, const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) text += finding.json + "\n";
    write_file(path, text);
}

// What differs between two orders and is no fault.
void print_remark(const Difference& printed, const std::string& first, const std::string& second) {
    constexpr std::size_t SHOWN = 3;
    if (printed.moved)
        fmt::print("\n{}", flow(fmt::format("remark: {} and {} print the same lines in another order; CUDA promises "
                                            "none for the lines of different threads",
                                            first, second)));
    if (printed.by_clock.empty() || printed.changes_values()) return;
    fmt::print("\n{}",
               flow(fmt::format("remark: {} {} not the same in two runs of one order either, as a clock's "
                                "numbers and addresses are not:",
                                printed.by_clock.size(), printed.by_clock.size() == 1 ? "line is" : "lines are")));
    for (std::size_t i = 0; i < std::min(SHOWN, printed.by_clock.size()); ++i)
        fmt::print("    {}\n", printed.by_clock[i]);
    if (printed.by_clock.size() > SHOWN) fmt::print("    ...\n");
}

// The lines whose values the order changes.
void print_changes(const Difference& printed, const std::string& first, const std::string& second) {
    constexpr std::size_t SHOWN = 3;
    fmt::print("\nThe order changes what is printed:\n");
    const std::size_t width = std::max(first.size(), second.size()) + 2;
    const auto print = [&](const std::string& order, const std::vector<std::string>& lines) {
        for (std::size_t i = 0; i < std::min(SHOWN, lines.size()); ++i)
            fmt::print("    {:<{}}{}\n", order, width, lines[i]);
        if (lines.size() > SHOWN) fmt::print("    {:<{}}... and {} more\n", order, width, lines.size() - SHOWN);
    };
    print(first, printed.first_only);
    print(second, printed.second_only);
}

void print_tail(const Run& run) {
    const std::vector<std::string> lines = lines_of(own_output(run));
    if (lines.empty()) return;
    const std::size_t first = lines.size() > TAIL ? lines.size() - TAIL : 0;
    fmt::print("\n{} of the output in order {}:\n", first ? "The end" : "All", run.order);
    for (std::size_t i = first; i < lines.size(); ++i) fmt::print("    {}\n", lines[i]);
}

}  // namespace

int check(const Tree& tree, const CheckOptions& options) {
    const Target target = target_of(tree, options.target, options.extras);
    expect_place("--report", options.report);
    fmt::print("{}", flow(fmt::format(
                         "{} | CPU device, three thread orders, {}", target.heading,
                         options.tools.empty() ? "racecheck, memcheck, initcheck, synccheck" : listed(options.tools))));
    std::fflush(stdout);
    const fs::path binary = build(tree, target, Build::check);

    fmt::print("\n{:<10}{:<12}{:>8}{:>10}  {}\n", "order", "verdict", "seconds", "findings", "failed gates");
    std::vector<Run> runs;
    for (const char* order : ORDERS) {
        runs.push_back(run_in_order(tree, target, binary, order, options));
        const Run& run = runs.back();
        const std::string verdict = fmt::format("{:<12}", run.verdict());
        const std::string found = fmt::format("{:>10}", run.findings.size());
        fmt::print("{:<10}{}{:>8.2f}{}  {}\n", order, run.verdict() == "pass" ? green(verdict) : red(verdict),
                   run.outcome.seconds, run.findings.empty() ? found : red(found),
                   run.failed.empty() ? "-" : listed(run.failed));
        std::fflush(stdout);
        if (run.never_ended()) break;  // the others would take as long
    }
    const std::vector<Finding> findings = findings_of(runs, &Run::findings);
    if (!options.report.empty()) write_report(options.report, findings);
    print_findings(findings, runs, &Run::findings);
    print_findings(findings_of(runs, &Run::advice), runs, &Run::advice);

    std::vector<std::string> faults;
    const std::size_t found = findings.size();
    if (found > 0)
        faults.push_back(
            fmt::format("{} by the checker, above", found == 1 ? "one finding" : fmt::format("{} findings", found)));
    const bool never_ended = runs.back().never_ended();
    const auto bad = std::find_if(runs.begin(), runs.end(), [](const Run& run) { return !run.good(); });
    // What was ended has not said all that it would have.
    const std::span<const Run> ended = std::span(runs).first(runs.size() - (never_ended ? 1 : 0));
    if (const std::vector<std::string> names = unsteady(ended); !names.empty())
        faults.push_back(fmt::format("{} {} with the order of the threads", listed(names),
                                     names.size() == 1 ? "changes" : "change"));
    Difference printed;
    std::optional<std::string> again;
    for (const Run& run : ended) {
        if (!ended[0].checks.empty()) break;
        const Difference one = compare_printed(own_output(ended[0]), own_output(run), [&] {
            if (!again) {
                const Run leaping = run_in_order(tree, target, binary, ended[0].order, options, true);
                // Of one that ends in another way nothing tells what a clock would have changed.
                again = own_output(ends_alike(ended[0], leaping) ? leaping : ended[0]);
            }
            return *again;
        });
        if (!one.changes_values()) {
            if (!printed.any()) {
                printed = one;
                print_remark(one, ended[0].order, run.order);
            }
            continue;
        }
        print_changes(one, ended[0].order, run.order);
        faults.push_back(fmt::format("{} and {} print different values", ended[0].order, run.order));
        break;
    }
    if (bad != runs.end()) {
        print_tail(*bad);
        if (found == 0 && std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.skipped(); })) {
            fmt::print("\nSkipped, not passed: the CPU device cannot run it.\n");
            return NO_SUITABLE_DEVICE;
        }
        const auto refused = [](const Run& run) { return run.outcome.signal == 0 && run.outcome.exit == WRONG_USAGE; };
        if (!options.arguments.empty() && findings.empty() && std::all_of(runs.begin(), runs.end(), refused)) {
            std::fflush(stdout);
            throw Failure(fmt::format("the program does not take {} (exit {} in every order); scripts/day check --help "
                                      "lists what check takes itself",
                                      fmt::join(options.arguments, " "), WRONG_USAGE),
                          WRONG_USAGE);
        }
        const auto failing = std::count_if(runs.begin(), runs.end(), [](const Run& run) { return !run.good(); });
        faults.insert(faults.begin(), never_ended
                                          ? what_never_ended(runs.back().order, runs.back().outcome, options.limit_s) +
                                                (runs.size() < std::size(ORDERS) ? "; no other order was run" : "")
                                          : fmt::format("{} of {} orders fail{}", failing, runs.size(),
                                                        bad->outcome.signal ? ": " + bad->outcome.verdict() : ""));
    }
    const std::string named = named_with(target, options.extras), arguments = behind_dashes(options.arguments);
    fmt::print("\n");
    for (const std::string& fault : faults) fmt::print("{}", flow(fault, 9, red("finding:") + " "));
    if (faults.empty()) {
        fmt::print("{}", flow(fmt::format("{}: {}, no findings.", green("Sound"), what_passed(runs, printed))));
        fmt::print("Next: scripts/day {} {}{}\n", target.is_lesson() ? "show" : "counts", named,
                   target.is_lesson() ? "" : arguments);
        return 0;
    }
    if (found > 0) {
        fmt::print("{}", flow("When the first finding is fixed:"));
        print_next(fmt::format("check {}{}", named, arguments));
    } else if (never_ended) {
        fmt::print("{}", flow("If it only needs more time:"));
        print_next(fmt::format("check {} --limit {}{}", named, longer(options.limit_s), arguments));
    } else {
        print_next(fmt::format("run {} --device cpu --order {}{}{}", named, bad == runs.end() ? "reverse" : bad->order,
                               runs[0].checks.empty() ? "" : " --all-gates", arguments));
    }
    return 1;
}

}  // namespace day
