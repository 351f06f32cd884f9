#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "verify/day/build.h"
#include "verify/day/commands.h"
#include "verify/day/failure.h"
#include "verify/day/files.h"
#include "verify/day/process.h"
#include "verify/day/report.h"
#include "verify/day/screen.h"

namespace day {
namespace {

constexpr const char* ORDERS[] = {"forward", "reverse", "random:1"};
constexpr int NO_SUITABLE_DEVICE = 77;  // exit code of a lesson that this device cannot run
constexpr std::size_t TAIL = 12;        // lines of a failing run that are shown

struct Run {
    std::string order;
    Outcome outcome;
    std::vector<Check> checks;
    std::vector<std::string> failed;

    bool skipped() const { return outcome.signal == 0 && outcome.exit == NO_SUITABLE_DEVICE; }
    bool good() const { return outcome.good() && failed.empty(); }
    std::string verdict() const {
        if (good()) return "pass";
        if (skipped()) return "skip";
        return outcome.signal == 0 && outcome.exit == 1 ? "FAIL" : outcome.verdict();
    }
};

Run run_in_order(const Tree& tree, const Target& target, const fs::path& binary, const std::string& order,
                 const std::vector<std::string>& arguments) {
    Command command{.words = {binary.string()}};
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    // Canaries stand where DAYBREAK_EXACT is not set.
    command.environment = {{"DAYBREAK_ORDER", order}, {"DAYBREAK_LEAKS", "1"}, {"DAYBREAK_EXACT", std::nullopt}};

    fs::path report;
    if (has_gates(read_file(target.file))) {
        report = tree.build / "check" / fmt::format("{}.{}.jsonl", binary.filename().string(), order);
        make_folder(report.parent_path());
        fs::remove(report);  // an old one must not answer for a program that dies before its first check
        command.words.insert(command.words.end(), {"--all-gates", "--report", report.string()});
    }
    const Waiting waiting(fmt::format("{}: running", order));
    Run run{order, capture(command), {}, {}};
    if (!report.empty()) run.checks = read_report(report);
    run.failed = failed_gates(run.checks);
    return run;
}

// The gates whose verdicts are not the same in all orders, as they come; the program's end where only that differs.
// A correct program has none.
std::vector<std::string> unsteady(const std::vector<Run>& runs) {
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

// "3 orders agree, 24 checks pass, nothing written next to an array, no leaks"
std::string what_passed(const std::vector<Run>& runs) {
    const std::vector<Check>& checks = runs[0].checks;
    if (checks.empty())
        return fmt::format("{} orders end with exit 0 and the same output, no leaks; it checks no gate", runs.size());
    const auto count = [&](auto wanted) { return std::count_if(checks.begin(), checks.end(), wanted); };
    const auto measured =
        count([](const Check& check) { return check.verdict == "pass" && check.kind != "reference"; });
    const auto rest = count([](const Check& check) { return check.verdict == "n/a"; });
    return fmt::format("{} orders agree, {} checks pass{}, nothing written next to an array, no leaks", runs.size(),
                       measured, rest ? fmt::format(", {} not measured here", rest) : "");
}

// What the CPU device or a device array says of a fault, a leak or a stray write: the first such line, else "".
std::string complaint(const Run& run) {
    for (const std::string& line : lines_of(run.outcome.output))
        for (const char* sign :
             {"CPU device: ", ": written past its end", ": written before its start", ": this input was changed"})
            if (line.find(sign) != line.npos) return line;
    return "";
}

void print_tail(const Run& run) {
    const std::vector<std::string> lines = lines_of(run.outcome.output);
    const std::size_t first = lines.size() > TAIL ? lines.size() - TAIL : 0;
    fmt::print("\n{} of the output in order {}:\n", first ? "The end" : "All", run.order);
    for (std::size_t i = first; i < lines.size(); ++i) fmt::print("    {}\n", lines[i]);
}

}  // namespace

int check(const Tree& tree, const std::string& named, const std::vector<std::string>& arguments) {
    const Target target = target_of(tree, named);
    fmt::print("{} | CPU device, three thread orders, canaries, leaks\n", target.heading);
    std::fflush(stdout);
    const fs::path binary = build(tree, target, Device::cpu);

    fmt::print("\n{:<10}{:<12}{:>8}  {}\n", "order", "verdict", "seconds", "failed gates");
    std::vector<Run> runs;
    for (const char* order : ORDERS) {
        runs.push_back(run_in_order(tree, target, binary, order, arguments));
        const Run& run = runs.back();
        const std::string verdict = fmt::format("{:<12}", run.verdict());
        fmt::print("{:<10}{}{:>8.2f}  {}\n", order, run.good() ? green(verdict) : red(verdict), run.outcome.seconds,
                   run.failed.empty() ? "-" : listed(run.failed));
        std::fflush(stdout);
    }

    std::vector<std::string> findings;
    const auto bad = std::find_if(runs.begin(), runs.end(), [](const Run& run) { return !run.good(); });
    if (const std::vector<std::string> names = unsteady(runs); !names.empty())
        findings.push_back(fmt::format("{} {} with the order of the threads: a race, or a read of what nobody wrote",
                                       listed(names), names.size() == 1 ? "changes" : "change"));
    for (const Run& run : runs)
        if (runs[0].checks.empty() && run.outcome.output != runs[0].outcome.output) {
            findings.push_back(fmt::format("{} and {} print different text: a race, or a read of what nobody wrote",
                                           runs[0].order, run.order));
            break;
        }
    for (const Run& run : runs)
        if (const std::string line = complaint(run); !line.empty()) {
            findings.push_back(line);
            break;
        }
    if (bad != runs.end()) {
        print_tail(*bad);
        if (std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.skipped(); })) {
            fmt::print("\nSkipped, not passed: the CPU device cannot run it.\n");
            return NO_SUITABLE_DEVICE;
        }
        const auto failing = std::count_if(runs.begin(), runs.end(), [](const Run& run) { return !run.good(); });
        findings.insert(findings.begin(), fmt::format("{} of {} orders fail", failing, runs.size()));
    }
    fmt::print("\n");
    for (const std::string& finding : findings) fmt::print("{} {}\n", red("finding:"), finding);
    if (findings.empty()) {
        fmt::print("{}: {}.\n", green("Sound"), what_passed(runs));
        return 0;
    }
    fmt::print("Next: DAYBREAK_LEAKS=1 scripts/day run {} --device cpu --order {}{}\n", quoted(target.named()),
               bad == runs.end() ? "reverse" : bad->order, runs[0].checks.empty() ? "" : " --all-gates");
    return 1;
}

}  // namespace day
