#include "verify/day/proof/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/course/catalogue.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

// A broken program may take so many times the clean one's seconds, and some more to start with. One that is stated to
// hang is waited for so many times longer, once.
constexpr double PATIENCE = 10.0, LEAST_LIMIT_CPU_S = 1.0, LEAST_LIMIT_S = 60.0, DOUBT = 5.0;

// Says on a terminal how far it is.
class ProgressLine {
 public:
    explicit ProgressLine(std::size_t total) : total_(total) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    void done(const std::string& what) {
        if (const std::lock_guard lock(mutex_); width_ > 0) {
            fmt::print(stderr, "\r\033[K{}", cut(fmt::format("{} of {}  {}", ++count_, total_, what), width_ - 1));
            std::fflush(stderr);
        }
    }
    void clear() {
        if (const std::lock_guard lock(mutex_); width_ > 0) fmt::print(stderr, "\r\033[K"), std::fflush(stderr);
    }

 private:
    std::mutex mutex_;
    std::size_t total_, count_ = 0;
    const int width_ = passing_width();
};

// Does all jobs, each in one of so many threads. The first Failure of a job is thrown when all threads have ended.
void in_parallel(const std::vector<std::function<void()>>& jobs, int threads) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        for (std::size_t i; (i = next++) < jobs.size();) {
            try {
                jobs[i]();
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
                next = jobs.size();
            }
        }
    };
    std::vector<std::thread> pool;
    for (int i = 1; i < std::min<int>(threads, int(jobs.size())); ++i) pool.emplace_back(work);
    work();
    for (std::thread& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

// All that the proofs of one lesson share.
struct Bench {
    const Tree& tree;
    const Lesson& lesson;
    Device device;
    std::string source;         // of the clean copy
    std::string clean_program;  // its bytes; "" when it does not build
    std::optional<Ptx> clean_ptx;
    std::mutex* gpu;  // one run at a time there
    double limit_s;   // of a run; 0 = a multiple of the clean one's

    Build build() const { return build_for(device); }
    Trial run_trial(const BuiltCopy& copy, const TrialOptions& options) const {
        if (device == Device::cpu) return run_copy(copy, options);
        const std::lock_guard lock(*gpu);
        return run_copy(copy, options);
    }
    std::vector<std::string> orders() const {
        if (device == Device::gpu) return {"gpu"};
        return {std::begin(ORDERS), std::end(ORDERS)};
    }
};

std::string text_of_clean(const Tree& tree, const Lesson& lesson) {
    return broken(read_file(lesson.program), Break(), tree.shown(lesson.breaks()), tree.shown(lesson.program));
}

std::string shown_flags(const std::vector<std::string>& flags) {
    std::string text;
    for (const std::string& flag : flags) text += " " + flag;
    return text;
}

// What is wrong with a run of the clean program, or "".
std::string clean_problem(const Trial& trial, const std::vector<std::string>& gates) {
    if (trial.end == Trial::End::nobuild) return fmt::format("does not build: {}", first_complaint(trial.log));
    if (trial.end != Trial::End::ran || trial.exit != 0)
        return trial.failed().empty() ? fmt::format("ends with {}", trial.ending)
                                      : fmt::format("fails {}", listed(trial.failed()));
    for (const std::string& gate : gates)
        if (!trial.gate(gate)) return fmt::format("never checks {}, which it declares", gate);
    for (const GateResult& gate : trial.gates) {
        if (std::find(gates.begin(), gates.end(), gate.gate) == gates.end())
            return fmt::format("checks {}, which its text does not declare", gate.gate);
        if (gate.percent > MOST_PASSING)
            return fmt::format("uses {:.0f} % of the allowance of {}: no break can be told from it (at most {:.0f} %)",
                               gate.percent, gate.gate, MOST_PASSING);
    }
    return "";
}

// Runs the unbroken program, in every order and with each break's flags. Remembered: it is the same every time.
void prove_clean(Bench& bench, const std::vector<Break>& breaks, LessonProof& proof) {
    Clean& clean = proof.clean;
    clean.program = bench.lesson.program.filename();
    clean.gates = declared_gates(bench.source);
    const auto fault = [&](const std::string& text) {
        proof.faults.push_back(
            fmt::format("{}: the unbroken program {}", bench.tree.shown(bench.lesson.program), text));
    };
    if (clean.gates.empty()) return fault("declares no gates");
    const BuiltCopy copy = build_copy(bench.tree, bench.lesson, bench.source, "clean", bench.build());
    if (!copy.program.empty()) bench.clean_program = read_file(copy.program);
    if (has_warning(copy.log)) return fault(fmt::format("compiles with warnings: {}", first_complaint(copy.log)));
    clean.cpu_spent += copy.cpu_seconds;
    for (const Break& exercise : breaks) {
        const auto [with, is_new] = clean.with.try_emplace(exercise.flags);
        if (!is_new) continue;
        Clean::Run& run = with->second;
        for (const std::string& order : bench.orders()) {
            TrialOptions options{
                .order = order, .limit_s = 1800.0, .keep = bench.device == Device::cpu, .device = bench.device};
            options.arguments = exercise.flags;
            const Trial trial = bench.run_trial(copy, options);
            std::string problem = clean_problem(trial, clean.gates);
            if (problem.empty() && order != bench.orders()[0] && trial.checks != run.checks)
                problem = "makes other checks than in the first order";
            if (!problem.empty())
                return fault(fmt::format("{} (order {}{})", problem, order, shown_flags(exercise.flags)));
            run.seconds = std::max(run.seconds, trial.seconds_run);
            run.cpu_seconds = std::max(run.cpu_seconds, trial.cpu_run);
            run.checks = trial.checks;
            run.measured.clear();
            for (const GateResult& gate : trial.gates)
                if (gate.verdict != "n/a") run.measured.push_back(gate.gate);
            if (!trial.kept) clean.cpu_spent += trial.cpu_run;
        }
    }
    if (bench.device != Device::cpu || !find_cuda_tool("nvcc")) return;
    bench.clean_ptx = ptx_of(bench.tree, bench.lesson, bench.source, "clean");
    clean.cpu_spent += bench.clean_ptx->cpu_seconds;
    if (!bench.clean_ptx->error.empty())
        fault(fmt::format("is refused by nvcc: {}; if it is the machine: scripts/day doctor",
                          first_complaint(bench.clean_ptx->error)));
    if (has_warning(bench.clean_ptx->log))
        fault(fmt::format("compiles with warnings of nvcc: {}", first_complaint(bench.clean_ptx->log)));
}

// Nothing but comments, blanks and #line directives differs.
bool same_code(const std::string& one, const std::string& other) {
    const auto words = [](const std::string& text) {
        std::vector<std::string> all;
        bool place = false;       // in a #line directive
        std::size_t touched = 0;  // where the last one ended, if it was punctuation: `- -` is not `--`
        for (const source::Token& token : source::lex(text)) {
            const bool mark = token.kind == source::Kind::punctuation;
            if (token.kind == source::Kind::directive) place = token.text == "#line";
            if (!place) all.push_back((mark && touched == token.begin ? "" : " ") + std::string(token.text));
            if (token.kind == source::Kind::newline) place = false;
            touched = mark ? token.end() : 0;
        }
        return all;
    };
    return words(one) == words(other);
}

// Asks compute-sanitizer for what a break is stated to do. What it does not see is no fault of the break: it watches
// races in shared memory only, and reads of global memory that nobody wrote.
void ask_sanitizer(const Bench& bench, const BuiltCopy& copy, Proof& proof) {
    const auto sanitizer = find_cuda_tool("compute-sanitizer");
    if (!sanitizer) {
        proof.sanitizer = "compute-sanitizer: not found; it did not run";
        return;
    }
    Command command{.words = {sanitizer->string(), "--tool", checker_of(proof.exercise.finding), "--error-exitcode",
                              "9", copy.program.string(), "--all-gates"},
                    .environment = {{"DAYBREAK_EXACT", "1"},
                                    {"DAYBREAK_SYNC", std::nullopt},
                                    {"DAYBREAK_ORDER", std::nullopt},
                                    {"DAYBREAK_LEAKS", std::nullopt}},
                    .folder = copy.program.parent_path(),
                    .limit_s = 10.0 * LEAST_LIMIT_S};
    command.words.insert(command.words.end(), proof.exercise.flags.begin(), proof.exercise.flags.end());
    const std::lock_guard lock(*bench.gpu);
    const Outcome outcome = capture(command);
    for (const std::string& line : lines_of(outcome.output))
        if (line.find("SUMMARY:") != std::string::npos) proof.sanitizer = std::string(trimmed(line));
    if (proof.sanitizer.empty())
        proof.sanitizer = "compute-sanitizer gave no summary: " + outcome.verdict();
    else
        proof.sanitizer_finds = proof.sanitizer.find("SUMMARY: 0 ") == std::string::npos;
}

// Builds and runs one broken copy in all the ways that its statement asks for.
void try_out(const Bench& bench, const Clean& clean, Proof& proof) {
    const Break& exercise = proof.exercise;
    const std::string source = broken_source(bench.tree, bench.lesson, exercise);
    proof.lines = edited_lines(read_file(bench.lesson.program), exercise);
    if (!exercise.device.empty() && exercise.device != device_word(bench.device)) return;

    proof.no_op = same_code(source, bench.source);
    if (proof.no_op) return;

    const BuiltCopy copy = build_copy(bench.tree, bench.lesson, source, exercise.id, bench.build());
    proof.cpu_build += copy.cpu_seconds;
    proof.kept = copy.kept;
    Ptx ptx;
    proof.asked_nvcc = bench.clean_ptx.has_value();
    if (proof.asked_nvcc) {
        ptx = ptx_of(bench.tree, bench.lesson, source, exercise.id);
        proof.cpu_ptx += ptx.cpu_seconds;
        proof.nvcc_error = ptx.error;
        proof.nvcc_log = ptx.log;
    }
    const Clean::Run& usual = clean.of(exercise);
    const auto options = [&](const std::string& order, bool check_build) {
        TrialOptions some{.order = order,
                          .check_build = check_build,
                          .limit_s = LEAST_LIMIT_S + PATIENCE * usual.seconds,
                          .device = bench.device};
        // The checker looks at every access and takes its time.
        if (bench.device == Device::cpu)
            some.limit_cpu_s = LEAST_LIMIT_CPU_S + (check_build ? 5.0 : 1.0) * PATIENCE * usual.cpu_seconds;
        if (bench.limit_s > 0) some.limit_s = bench.limit_s;
        some.arguments = exercise.flags;
        return some;
    };
    const auto run = [&](const TrialOptions& how) {
        proof.runs.push_back({how.order, how.check_build, bench.run_trial(copy, how)});
        proof.cpu_run += proof.runs.back().trial.cpu_run;
        return proof.runs.back().trial.end;
    };
    if (copy.program.empty()) {
        run(options(bench.orders()[0], false));
        return;
    }
    // The programs for the CPU device may be the same where those for a GPU are not, and the other way round: kernels
    // are nvcc's to judge, where it is.
    const bool same_program = read_file(copy.program) == bench.clean_program;
    const bool same_ptx = ptx.error.empty() && bench.clean_ptx && ptx.text == bench.clean_ptx->text;
    const auto all_edits = [&](auto is) { return std::all_of(proof.lines.begin(), proof.lines.end(), is); };
    if (all_edits([](const EditedLines& edit) { return edit.on_device(); }))
        proof.no_op = same_ptx;
    else if (all_edits([](const EditedLines& edit) { return edit.where == EditedLines::Where::host_function; }))
        proof.no_op = same_program;
    else
        proof.no_op = same_program && (same_ptx || !bench.clean_ptx);
    if (proof.no_op) return;

    const bool stated_hang = exercise.outcome == "hang";
    for (const std::string& order : bench.orders()) {
        TrialOptions how = options(order, false);
        if (stated_hang && bench.device == Device::cpu && proof.runs.empty())  // or is it only slow?
            how.limit_s *= DOUBT, how.limit_cpu_s *= DOUBT;
        if (run(how) == Trial::End::hang && !stated_hang) return;
    }
    if (bench.device == Device::cpu && !exercise.fail.empty()) {
        TrialOptions plain = options(ORDERS[0], false);
        plain.all_gates = false;
        proof.plain = bench.run_trial(copy, plain);
        proof.cpu_run += proof.plain->cpu_run;
    }

    if (bench.device == Device::gpu && exercise.expect == Expect::finding) ask_sanitizer(bench, copy, proof);

    // The checker is asked where its finding is the statement, and where nothing at all is said to happen.
    const bool ask = exercise.expect == Expect::finding || (exercise.expect == Expect::gates && exercise.fail.empty());
    if (bench.device != Device::cpu || !ask) return;
    const BuiltCopy checked = build_copy(bench.tree, bench.lesson, source, exercise.id, Build::check);
    proof.cpu_check += checked.cpu_seconds;
    for (const std::string& order : bench.orders()) {
        proof.runs.push_back({order, true, bench.run_trial(checked, options(order, true))});
        const Trial& trial = proof.runs.back().trial;
        proof.cpu_check_run += trial.cpu_run;
        // One order answers for a survivor: the checker does not wait for a race to do harm.
        if (exercise.expect != Expect::finding) break;
    }
}

void prove_break(const Bench& bench, const Clean& clean, Proof& proof) {
    try {
        try_out(bench, clean, proof);
    } catch (const Unapplied& failure) {
        const bool stale = failure.why == Unapplied::Why::stale;
        proof.verdict = stale ? Verdict::stale : Verdict::ambiguous;
        proof.why = failure.what();
        return;
    }
    judge(clean, proof, bench.device);
}

// Gates that are measured here and that no break fails in every order.
std::vector<std::string> never_failed(const LessonProof& proof) {
    std::vector<std::string> gates;
    for (const std::string& gate : proof.clean.measured())
        if (std::none_of(proof.proofs.begin(), proof.proofs.end(),
                         [&](const Proof& one) { return one.fails_always(gate); }))
            gates.push_back(gate);
    return gates;
}

std::vector<Lesson> all_lessons(const Tree& tree) {
    std::vector<Lesson> lessons;
    for (const Lesson& lesson : lessons_of(tree)) lessons.push_back(lesson_of_day(tree, lesson.number));
    return lessons;
}

// The lessons whose own files differ from those of a commit, or all when something that all are built from does.
std::vector<Lesson> changed_lessons(const Tree& tree, const std::string& commit) {
    std::string paths;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"git", "diff", "--name-only", commit, "--"},
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
                path.starts_with("common/") || (path.starts_with("verify/") && !path.starts_with("verify/tests/"))) {
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
        const std::string place = fmt::format("{}:{}: break {}: ", file, one.exercise.line, one.exercise.id);
        fmt::print("{}", flow(fmt::format("{} {}{}", red(verdict_word(one.verdict)), placed ? "" : place, one.why)));
    }
    for (const std::string& fault : proof.faults) fmt::print("{}", flow(fmt::format("{} {}", red("ERROR"), fault)));
    fmt::print("\n");
    std::fflush(stdout);
}

// Where the processors' time went.
void print_times(const std::vector<LessonProof>& lessons) {
    double build = 0.0, check = 0.0, ptx = 0.0, run = 0.0, check_run = 0.0, clean = 0.0;
    std::size_t count = 0, kept = 0;
    const Proof* longest = nullptr;
    for (const LessonProof& lesson : lessons) {
        clean += lesson.clean.cpu_spent;
        for (const Proof& proof : lesson.proofs) {
            build += proof.cpu_build, check += proof.cpu_check, ptx += proof.cpu_ptx;
            run += proof.cpu_run, check_run += proof.cpu_check_run;
            ++count;
            kept += proof.kept;
            if (!longest || proof.cpu() > longest->cpu()) longest = &proof;
        }
    }
    if (count == 0) return;
    const double n = double(count);
    fmt::print("{}", prose(fmt::format(
                         "A break took {:.1f} s of one core: {:.1f} compiling, {:.1f} running, {:.1f} compiling for "
                         "the checker, {:.1f} under the checker, {:.1f} nvcc; the longest, {}, {:.1f} s. The unbroken "
                         "programs took {:.1f} s.{}",
                         (build + check + ptx + run + check_run) / n, build / n, run / n, check / n, check_run / n,
                         ptx / n, longest->exercise.id, longest->cpu(), clean,
                         kept > 0 ? fmt::format(" {} of {} copies were built before.", kept, count) : "")));
}

}  // namespace

bool is_fault(Verdict verdict) {
    return verdict != Verdict::proved && verdict != Verdict::unseen && verdict != Verdict::elsewhere;
}

const Clean::Run& Clean::of(const Break& exercise) const {
    static const Run none;
    const auto found = with.find(exercise.flags);
    return found == with.end() ? none : found->second;
}

std::vector<std::string> Clean::measured() const {
    std::vector<std::string> some;
    for (const std::string& gate : gates)
        if (std::any_of(with.begin(), with.end(), [&](const auto& run) {
                return std::find(run.second.measured.begin(), run.second.measured.end(), gate) !=
                       run.second.measured.end();
            }))
            some.push_back(gate);
    return some;
}

bool LessonProof::good() const {
    return faults.empty() && !proofs.empty() &&
           std::all_of(proofs.begin(), proofs.end(), [](const Proof& proof) { return !is_fault(proof.verdict); });
}

std::string LessonProof::matrix() const {
    std::vector<std::vector<std::string>> rows = {{"break", "level", "verdict", "finding", "core s"}};
    // Many gates have narrow columns: their names stand under the table.
    const bool narrow = clean.gates.size() > 6;
    for (std::size_t i = 0; i < clean.gates.size(); ++i)
        rows[0].push_back(narrow ? fmt::format("{}", i + 1) : clean.gates[i]);
    for (const Proof& proof : proofs) {
        std::vector<std::string> found;
        for (const OrderRun& run : proof.runs)
            for (const std::string& word : finding_words(run.trial.findings))
                if (std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
        rows.push_back({proof.exercise.id, fmt::format("{}", proof.exercise.level), verdict_word(proof.verdict),
                        proof.exercise.expect == Expect::outcome ? proof.exercise.outcome
                        : found.empty()                          ? "-"
                                                                 : listed(found),
                        fmt::format("{:.1f}", proof.cpu())});
        for (const std::string& gate : clean.gates) {
            bool reached = false, measured = false;
            for (const OrderRun& run : proof.runs)
                if (const GateResult* result = run.trial.gate(gate))
                    reached = true, measured = measured || result->verdict != "n/a";
            rows.back().push_back(!reached                      ? ""
                                  : !measured                   ? "n/a"
                                  : proof.fails_always(gate)    ? "x"
                                  : proof.fails_sometimes(gate) ? "~"
                                                                : ".");
        }
    }
    std::string text = table(rows, screen_width());
    if (narrow) {
        text += "gates:";
        for (std::size_t i = 0; i < clean.gates.size(); ++i) text += fmt::format(" {} {}", i + 1, clean.gates[i]);
        text += "\n";
    }
    return text;
}

std::vector<LessonProof> prove_lessons(const Tree& tree, const std::vector<Lesson>& lessons, Device device,
                                       const ProveOptions& options) {
    std::vector<LessonProof> all(lessons.size());
    std::vector<std::vector<Break>> breaks(lessons.size());
    std::mutex gpu;
    std::vector<std::unique_ptr<Bench>> benches;
    std::size_t total = 0;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        all[i].lesson = lessons[i];
        benches.push_back(std::make_unique<Bench>(
            Bench{tree, lessons[i], device, text_of_clean(tree, lessons[i]), {}, {}, &gpu, options.limit_s}));
        try {
            breaks[i] = breaks_of(tree, lessons[i]);
        } catch (const Failure& failure) {
            all[i].faults.emplace_back(failure.what());
            breaks[i].clear();
            continue;
        }
        if (!options.only.empty())
            std::erase_if(breaks[i], [&](const Break& exercise) { return exercise.id != options.only; });
        total += breaks[i].size() + !breaks[i].empty();
    }
    const int threads = options.jobs > 0 ? options.jobs : std::max(1, int(std::thread::hardware_concurrency()));
    ProgressLine progress(total);

    std::vector<std::function<void()>> jobs;
    for (std::size_t i = 0; i < lessons.size(); ++i)
        if (!breaks[i].empty())
            jobs.emplace_back([&, i] {
                prove_clean(*benches[i], breaks[i], all[i]);
                progress.done(fmt::format("{}: the unbroken program", lessons[i].id()));
            });
    in_parallel(jobs, threads);

    jobs.clear();
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        if (!all[i].faults.empty()) continue;
        for (const Break& exercise : breaks[i]) {
            all[i].proofs.emplace_back();
            all[i].proofs.back().exercise = exercise;
        }
        for (Proof& proof : all[i].proofs)
            jobs.emplace_back([&, i] {
                prove_break(*benches[i], all[i].clean, proof);
                progress.done(
                    fmt::format("{} {}: {}", lessons[i].id(), proof.exercise.id, verdict_word(proof.verdict)));
            });
    }
    in_parallel(jobs, threads);

    for (LessonProof& proof : all) {
        const std::string file = tree.shown(proof.lesson.breaks());
        if (proof.proofs.empty() && proof.faults.empty())
            proof.faults.push_back(options.only.empty()
                                       ? fmt::format("{}:1: it has no break: a lesson that nobody can break proves "
                                                     "nothing; write some (docs/style.md)",
                                                     file)
                                       : fmt::format("{}:1: there is no break {}", file, options.only));
        if (!options.only.empty() || !proof.faults.empty()) continue;
        for (const std::string& gate : never_failed(proof))
            proof.faults.push_back(
                fmt::format("{}:1: no break fails the gate {} in every order: write one that does", file, gate));
    }
    return all;
}

// What breaks.toml says, without running anything.
static int check_statements(const Tree& tree, const std::vector<Lesson>& lessons, int count) {
    if (lessons.size() != 1) throw Failure("--stated needs one day: scripts/day prove N --stated COUNT", 2);
    const Lesson& lesson = lessons[0];
    const std::vector<Break> breaks = breaks_of(tree, lesson);
    check_breaks(tree, lesson, breaks);
    const std::string file = tree.shown(lesson.breaks());
    if (int(breaks.size()) != count)
        throw Failure(
            fmt::format("{}:1: {} breaks, and {} of them have a test: write `id = \"...\"` on a line of its "
                        "own, and configure the build again",
                        file, breaks.size(), count));
    for (const std::string& gate : declared_gates(read_file(lesson.program)))
        if (std::none_of(breaks.begin(), breaks.end(), [&](const Break& exercise) {
                return std::find(exercise.fail.begin(), exercise.fail.end(), gate) != exercise.fail.end();
            }))
            throw Failure(fmt::format("{}:1: no break states that it fails the gate {}: write one", file, gate));
    fmt::print("{}: {} breaks; each applies, and every gate is in some `fail`.\nNext: scripts/day prove {}\n",
               lesson.heading(), breaks.size(), lesson.number);
    return 0;
}

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
    if (!options.only.empty()) options.only = break_named(lessons[0], breaks_of(tree, lessons[0]), options.only).id;
    if (options.build) prepare_trials(tree, Build::check);

    const std::vector<LessonProof> proofs = prove_lessons(tree, lessons, Device::cpu, options);
    std::string report;
    std::size_t proved = 0, elsewhere = 0, total = 0;
    std::vector<std::string> bad;
    for (const LessonProof& proof : proofs) {
        print_lesson(tree, proof);
        for (const Proof& one : proof.proofs) {
            ++total;
            proved += one.verdict == Verdict::proved;
            elsewhere += one.verdict == Verdict::elsewhere;
            report += report_of(proof.lesson, one).dump() + "\n";
        }
        if (!proof.good()) bad.push_back(fmt::format("{}", proof.lesson.number));
    }
    if (!options.report.empty()) write_file(options.report, report);
    print_times(proofs);
    const std::string counted = fmt::format("{} of {} breaks proved{}", proved, total,
                                            elsewhere ? fmt::format(", {} only on another device", elsewhere) : "");
    if (bad.empty() && proved == 0) {  // stated for other devices, all of them
        fmt::print("{}: {}.\nNext: scripts/record N --device gpu, where there is one\n", yellow("Skipped, not proved"),
                   counted);
        return NO_SUITABLE_DEVICE;
    }
    if (bad.empty()) {
        const bool whole = options.only.empty();
        fmt::print("{}: {}{}.\nNext: scripts/day list\n", green("Sound"), counted,
                   whole ? ", and every gate is failed by one of them" : "");
        return 0;
    }
    fmt::print("{}: {}.\n", red("Not sound"), counted);
    fmt::print("Next: scripts/day prove {}\n", fmt::format("{}", bad[0]));
    return 1;
}

}  // namespace day
