#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/proof/prove.h"

namespace day {
namespace {

// All lessons. Failure when one cannot be used.
std::vector<Lesson> all_lessons(const Tree& tree) {
    std::vector<Lesson> lessons = lessons_of(tree);
    for (const Lesson& lesson : lessons)
        if (!lesson.problem.empty()) throw Failure(lesson.problem);
    return lessons;
}

// The lessons whose own files differ from those of a commit, or all when something that all are built from does.
std::vector<Lesson> changed_lessons(const Tree& tree, const std::string& commit) {
    const Outcome known =
        capture({.words = {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", commit + "^{commit}"},
                 .folder = tree.source});
    if (!known.good()) throw Failure(fmt::format("--changed {}: git knows no such commit", commit), 2);
    const std::string hash(trimmed(known.output));
    std::string paths;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"git", "diff", "--name-only", hash, "--"},
          std::vector<std::string>{"git", "ls-files", "--others", "--exclude-standard"}}) {
        const Outcome outcome = capture({.words = words, .folder = tree.source});
        if (!outcome.good())
            throw Failure(fmt::format("--changed {}: git says: {}", commit, trimmed(outcome.output)), 2);
        paths += outcome.output;
    }
    std::vector<Lesson> changed;
    for (const Lesson& lesson : all_lessons(tree)) {
        for (const std::string& path : lines_of(paths))
            if (path == tree.shown(lesson.program) || path == tree.shown(lesson.breaks()) ||
                path.starts_with(tree.shown(lesson.folder / "evidence/")) || path.starts_with("common/") ||
                (path.starts_with("verify/") && !path.starts_with("verify/tests/"))) {
                changed.push_back(lesson);
                break;
            }
    }
    return changed;
}

// What a proof's orders saw, for --report.
nlohmann::json report_of(const Lesson& lesson, const Proof& proof) {
    nlohmann::json row{{"lesson", lesson.name()},
                       {"break", proof.exercise.id},
                       {"verdict", verdict_word(proof.verdict)},
                       {"cpu_seconds", proof.cpu()}};
    if (!proof.why.empty()) row["why"] = proof.why;
    if (!proof.notes.empty()) row["notes"] = proof.notes;
    for (const OrderRun& run : proof.runs) {
        nlohmann::json one{{"order", run.order},
                           {"check_build", run.check_build},
                           {"ending", run.trial.ending},
                           {"findings", finding_words(run.trial.findings)}};
        for (const GateResult& gate : run.trial.gates) {
            const bool finite = std::isfinite(gate.percent);
            one["gates"][gate.gate] = {{"verdict", gate.verdict},
                                       {"case", gate.case_name},
                                       {"percent", finite ? nlohmann::json(gate.percent) : nlohmann::json("inf")}};
        }
        row["runs"].push_back(one);
    }
    return row;
}

void print_lesson(const Tree& tree, const LessonProof& proof) {
    fmt::print("{}", flow(proof.lesson.heading()));
    if (!proof.proofs.empty()) fmt::print("{}", proof.matrix());
    const std::string file = tree.shown(proof.lesson.breaks());
    for (const Proof& one : proof.proofs) {
        if (!is_fault(one.verdict)) continue;
        const bool placed = one.verdict == Verdict::stale || one.verdict == Verdict::ambiguous;  // says so itself
        const std::string place = fmt::format("{}:{}: {} {}: ", file, one.exercise.line,
                                              one.exercise.emptied ? "kernel" : "break", one.exercise.id);
        fmt::print("{}", flow(fmt::format("{} {}{}", red(verdict_word(one.verdict)), placed ? "" : place, one.why)));
    }
    for (const std::string& fault : proof.faults) fmt::print("{}", flow(fmt::format("{} {}", red("ERROR"), fault)));
    fmt::print("\n");
    std::fflush(stdout);
}

// One verdict, as it falls.
void print_verdict(const LessonProof& lesson, const Proof& proof) {
    const char* word = verdict_word(proof.verdict);
    fmt::print("{} {:<10} {:<36} {}\n", lesson.lesson.id(), is_fault(proof.verdict) ? red(word) : green(word),
               proof.exercise.id, proof.kept ? "kept" : fmt::format("{:.1f} s", proof.cpu()));
    std::fflush(stdout);
}

// Where the processors' time went.
void print_times(const std::vector<LessonProof>& lessons) {
    double copies = 0.0, alone = 0.0, run = 0.0, check_run = 0.0, clean = 0.0;
    std::size_t count = 0, kept = 0;
    const Proof* longest = nullptr;
    for (const LessonProof& lesson : lessons) {
        clean += lesson.clean.cpu_spent;
        copies += lesson.cpu_copies;
        for (const Proof& proof : lesson.proofs) {
            if (proof.exercise.emptied) continue;
            alone += proof.cpu_build + proof.cpu_ptx;
            run += proof.cpu_run, check_run += proof.cpu_check_run;
            ++count;
            kept += proof.kept;
            if (!longest || proof.cpu() > longest->cpu()) longest = &proof;
        }
    }
    if (count == 0) return;
    const double n = double(count);
    fmt::print("{}", prose(fmt::format(
                         "A break took {:.1f} s of one core: {:.1f} compiling with the others of its day, {:.1f} "
                         "compiling alone, {:.1f} running, {:.1f} under the checker; the longest, {}, {:.1f} s beside "
                         "what it shares. The unbroken programs took {:.1f} s.{}",
                         (copies + alone + run + check_run) / n, copies / n, alone / n, run / n, check_run / n,
                         longest->exercise.id, longest->cpu(), clean,
                         kept > 0 ? fmt::format(" {} of {} proofs were kept from before.", kept, count) : "")));
}

std::string kernels_text(std::size_t count) { return count == 1 ? "1 kernel" : fmt::format("{} kernels", count); }

// What breaks.toml says, without running anything.
int check_statements(const Tree& tree, const std::vector<Lesson>& lessons, int count) {
    if (lessons.size() != 1) throw Failure("--stated needs one day: scripts/day prove N --stated COUNT", 2);
    const Lesson& lesson = lessons[0];
    const std::vector<Break> breaks = breaks_of(tree, lesson);
    check_breaks(tree, lesson, breaks);
    const std::size_t kernels = with_kernels(tree, lesson, breaks).size() - breaks.size();
    const std::string file = tree.shown(lesson.breaks());
    if (int(breaks.size()) != count)
        throw Failure(
            fmt::format("{}:1: {} breaks, and {} of them have a test: write `id = \"...\"` on a line of its "
                        "own, and configure the build again",
                        file, breaks.size(), count));
    for (const std::string& gate : declared_gates(read_file(lesson.program)))
        if (std::none_of(breaks.begin(), breaks.end(), [&](const Break& exercise) {
                if (exercise.device == "gpu" && lesson.runs_on_cpu()) return false;  // not proved here
                return std::find(exercise.fail.begin(), exercise.fail.end(), gate) != exercise.fail.end();
            }))
            throw Failure(fmt::format("{}:1: no break states that it fails the gate {}: write one", file, gate));
    fmt::print(
        "{}: {} breaks; each applies, and every gate is in some `fail`. {} to write.\nNext: scripts/day prove {}\n",
        lesson.heading(), breaks.size(), kernels_text(kernels), lesson.number);
    return 0;
}

}  // namespace

int prove(const Tree& tree, const ProveOptions& asked) {
    ProveOptions options = asked;
    expect_place("--report", options.report);
    std::vector<Lesson> lessons;
    for (const std::string& day : options.days) lessons.push_back(lesson_named(tree, day));
    if (!options.changed.empty()) {
        const std::vector<Lesson> changed = changed_lessons(tree, options.changed);
        if (lessons.empty())
            lessons = changed;
        else
            std::erase_if(lessons, [&](const Lesson& lesson) {
                return std::none_of(changed.begin(), changed.end(),
                                    [&](const Lesson& one) { return one.number == lesson.number; });
            });
        if (lessons.empty()) {
            fmt::print("Nothing to prove: no day differs from {}.\nNext: scripts/day prove\n", options.changed);
            return 0;
        }
    } else if (lessons.empty()) {
        lessons = all_lessons(tree);
    }
    if (lessons.empty()) throw Failure("there is no day yet: lessons/ is empty");
    if (options.stated >= 0) return check_statements(tree, lessons, options.stated);
    if (!options.only.empty() && lessons.size() != 1)
        throw Failure("--break ID needs the one day that it belongs to: scripts/day prove N --break ID", 2);
    if (!options.only.empty())
        options.only =
            break_named(lessons[0], with_kernels(tree, lessons[0], breaks_of(tree, lessons[0])), options.only).id;
    if (options.kernels) {
        if (!options.only.empty()) throw Failure("--kernels are all of a day: --break empty-NAME is one", 2);
        for (const Lesson& lesson : lessons) expect_kernels(tree, lesson);
    }
    if (options.build) prepare_trials(tree, Build::check);

    if (options.copies) {
        const std::vector<LessonProof> made = prove_lessons(tree, lessons, Device::cpu, options);
        for (const LessonProof& lesson : made)
            if (!lesson.faults.empty()) throw Failure(lesson.faults[0]);
        fmt::print("The copies of {} are compiled.\nNext: scripts/day prove\n", days_listed(lessons));
        return 0;
    }
    const std::vector<LessonProof> proofs = prove_lessons(
        tree, lessons, Device::cpu, options,
        {.verdict = print_verdict, .lesson = [&](const LessonProof& lesson) { print_lesson(tree, lesson); }});
    std::string report;
    std::size_t proved = 0, recorded = 0, total = 0, fail_empty = 0, kernels = 0;
    std::vector<std::string> bad;
    for (const LessonProof& proof : proofs) {
        for (const Proof& one : proof.proofs) {
            const bool holds = one.verdict == Verdict::proved;
            ++(one.exercise.emptied ? kernels : total);
            (one.exercise.emptied ? fail_empty : proved) += holds;
            recorded += one.verdict == Verdict::recorded;
            report += report_of(proof.lesson, one).dump() + "\n";
        }
        if (!proof.good() && !(options.kernels && proof.proofs.empty() && proof.faults.empty()))
            bad.push_back(fmt::format("{}", proof.lesson.number));
    }
    if (!options.report.empty()) write_file(options.report, report);
    print_times(proofs);
    const bool whole = options.only.empty() && !options.kernels;
    std::string counted;
    if (total > 0 || (kernels == 0 && !options.kernels))
        counted = fmt::format("{} of {} breaks proved{}{}", proved, total,
                              recorded ? fmt::format(", {} RECORDED on a GPU", recorded) : "",
                              whole && bad.empty() && proved > 0 ? ", and every gate is failed by one of them" : "");
    if (kernels > 0 || options.kernels)
        counted += fmt::format("{}{} of {} kernels fail exactly their gates while they are empty",
                               counted.empty() ? "" : "; ", fail_empty, kernels);
    if (bad.empty() && options.kernels && kernels == 0) {
        fmt::print("{}Next: scripts/day prove {}\n",
                   flow(fmt::format("{}: no kernel is to be written on day{} {}.", yellow("Skipped, nothing to prove"),
                                    lessons.size() == 1 ? "" : "s", days_listed(lessons))),
                   lessons[0].number);
        return NO_SUITABLE_DEVICE;
    }
    if (bad.empty() && proved + fail_empty == 0 && total + kernels > 0) {  // all of them are another device's
        fmt::print("{}Next: scripts/day list\n",
                   flow(fmt::format("{}: {}.", yellow("Skipped, not proved here"), counted)));
        return NO_SUITABLE_DEVICE;
    }
    if (bad.empty()) {
        fmt::print("{}Next: scripts/day list\n", flow(fmt::format("{}: {}.", green("Sound"), counted)));
        return 0;
    }
    fmt::print("{}", flow(fmt::format("{}: {}.", red("Not sound"), counted)));
    fmt::print("Next: scripts/day prove {}\n", fmt::format("{}", bad[0]));
    return 1;
}

}  // namespace day
