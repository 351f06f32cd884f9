#include "verify/day/proof/try_out.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/course/regions.h"
#include "verify/day/proof/judge.h"
#include "verify/source/lexer.h"

namespace day {
namespace {

// A broken program may take so many times the clean one's seconds, and some more to start with. One that is stated to
// hang is waited for so many times longer, once.
constexpr double PATIENCE = 10.0, LEAST_LIMIT_CPU_S = 1.0, LEAST_LIMIT_S = 60.0, DOUBT = 5.0;

constexpr const char* CLEAN = "clean";  // the name of the unbroken copy

std::string shown_flags(const std::vector<std::string>& flags) {
    std::string text;
    for (const std::string& flag : flags) text += " " + flag;
    return text;
}

// What is wrong with a run of the clean program, from which breaks are to be told; or "".
std::string clean_problem(const Trial& trial, const std::vector<std::string>& gates) {
    if (std::string problem = problem_of(trial, gates); !problem.empty()) return problem;
    for (const GateResult& gate : trial.gates)
        if (gate.percent > MOST_PASSING)
            return fmt::format("uses {:.0f} % of the allowance of {}: no break can be told from it (at most {:.0f} %)",
                               gate.percent, gate.gate, MOST_PASSING);
    return "";
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
void ask_sanitizer(const Workbench& bench, const BuiltCopy& copy, Proof& proof) {
    const auto sanitizer = find_cuda_tool("compute-sanitizer");
    if (!sanitizer) {
        proof.sanitizer = "compute-sanitizer: not found; it did not run";
        return;
    }
    Command command{.words = {sanitizer->string(), "--tool", checker_of(proof.exercise.finding), "--error-exitcode",
                              "9", copy.program.string(), "--all-gates"},
                    .environment = {},
                    .folder = copy.program.parent_path(),
                    .limit_s = 10.0 * LEAST_LIMIT_S};
    clear_settings(command.environment);
    command.environment["DAYBREAK_EXACT"] = "1";
    if (copy.number >= 0) command.environment["DAYBREAK_COPY"] = fmt::format("{}", copy.number);
    command.words.insert(command.words.end(), proof.exercise.flags.begin(), proof.exercise.flags.end());
    const std::lock_guard lock(bench.gpu);
    const Outcome outcome = capture(command);
    for (const std::string& line : lines_of(outcome.output))
        if (line.find("SUMMARY:") != std::string::npos) proof.sanitizer = std::string(trimmed(line));
    if (proof.sanitizer.empty())
        proof.sanitizer = "compute-sanitizer gave no summary: " + outcome.verdict();
    else
        proof.sanitizer_finds = proof.sanitizer.find("SUMMARY: 0 ") == std::string::npos;
}

// Does the text name that function?
bool names(std::string_view text, std::string_view function) {
    const std::vector<source::Token> tokens = source::lex(text);
    return std::any_of(tokens.begin(), tokens.end(), [&](const source::Token& token) { return token.is(function); });
}

// Where a race or a wrong barrier can be the edits' doing: in the edited kernels and in what calls an edited device
// function; in any kernel where host code alone is edited, such as a launch.
std::vector<std::pair<int, int>> race_lines(const std::string& source, const std::vector<EditedLines>& edits) {
    const std::vector<NamedRegion> functions = functions_of(source);
    std::vector<bool> reached(functions.size(), false);
    const auto first_line = [](const NamedRegion& function) { return function.region.line; };
    const bool host_alone = std::none_of(edits.begin(), edits.end(), [](const auto& edit) { return edit.on_device(); });
    for (std::size_t i = 0; i < functions.size(); ++i)
        reached[i] =
            functions[i].on_device && (host_alone || std::any_of(edits.begin(), edits.end(), [&](const auto& edit) {
                                           return edit.on_device() && edit.first >= first_line(functions[i]) &&
                                                  edit.first <= last_line(source, functions[i].region);
                                       }));
    const auto text_of = [&](const NamedRegion& function) {
        return std::string_view(source).substr(function.region.code, function.region.end - function.region.code);
    };
    for (bool more = true; more;) {
        more = false;
        for (std::size_t i = 0; i < functions.size(); ++i)
            for (std::size_t k = 0; k < functions.size(); ++k)
                if (reached[k] && !reached[i] && functions[i].on_device &&
                    names(text_of(functions[i]), functions[k].name))
                    reached[i] = more = true;
    }
    std::vector<std::pair<int, int>> lines;
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (reached[i]) lines.emplace_back(first_line(functions[i]), last_line(source, functions[i].region));
    return lines;
}

// The break does nothing that can be seen. Does it do anything at all? The programs for the CPU device may be the same
// where those for a GPU are not, and the other way round: of kernels nvcc decides, where it is; of host code the bytes.
bool changes_nothing(const Workbench& bench, Proof& proof) {
    const std::string& name = proof.exercise.id;
    const std::string broken_copy = broken_source(bench.tree, bench.lesson, proof.exercise);
    const auto same_program = [&] {
        const Build build = build_for(bench.device);
        const BuiltCopy copy = build_copy(bench.tree, bench.lesson, broken_copy, name, build);
        const BuiltCopy clean = build_copy(bench.tree, bench.lesson, bench.clean_copy, CLEAN, build);
        proof.cpu_build += copy.cpu_seconds;
        return !copy.program.empty() && !clean.program.empty() && read_file(copy.program) == read_file(clean.program);
    };
    const auto same_ptx = [&] {
        const Ptx copy = ptx_of(bench.tree, bench.lesson, broken_copy, name);
        proof.cpu_ptx += copy.cpu_seconds;
        return copy.error.empty() && copy.text == ptx_of(bench.tree, bench.lesson, bench.clean_copy, CLEAN).text;
    };
    const auto all_edits = [&](auto is) { return std::all_of(proof.lines.begin(), proof.lines.end(), is); };
    if (all_edits([](const EditedLines& edit) { return edit.on_device(); })) return proof.asked_nvcc && same_ptx();
    if (all_edits([](const EditedLines& edit) { return edit.where == EditedLines::Where::host_function; }))
        return same_program();
    return same_program() && (!proof.asked_nvcc || same_ptx());
}

// The runs of one broken copy.
class Attempt {
 public:
    Attempt(const Workbench& bench, const Clean& clean, Proof& proof)
        : bench_(bench), proof_(proof), exercise_(proof.exercise), usual_(clean.of(exercise_)) {}

    void run() {
        const std::string copy = broken_source(bench_.tree, bench_.lesson, exercise_);
        proof_.lines = edited_lines(bench_.source, exercise_);
        proof_.race_lines = race_lines(bench_.source, proof_.lines);
        proof_.elsewhere = bench_.is_elsewhere(exercise_);
        if (bench_.device == Device::cpu && !exercise_.emptied && (proof_.elsewhere || !exercise_.may_fail.empty())) {
            Contents now(bench_.tree);
            proof_.evidence = recorded_break(now, bench_.lesson, exercise_.id);
        }
        if (proof_.elsewhere) return;
        proof_.no_op = same_code(copy, bench_.clean_copy);
        if (proof_.no_op) return;
        if (exercise_.emptied) {  // that its gates fail is all that is asked
            in_every_order();
            return;
        }
        ask_nvcc(copy);
        if (exercise_.outcome == "nobuild") {
            const BuiltCopy built =
                build_copy(bench_.tree, bench_.lesson, copy, exercise_.id, build_for(bench_.device));
            proof_.cpu_build += built.cpu_seconds;
            return add(options(bench_.orders()[0]), run_copy(built, options(bench_.orders()[0])));
        }
        if (!in_every_order()) return;
        if (bench_.device == Device::gpu) {
            if (exercise_.expect == Expect::finding)
                ask_sanitizer(bench_, bench_.copies->built(exercise_.id, Build::gpu), proof_);
            return;
        }
        stop_at_first();
        if (exercise_.expect != Expect::outcome) ask_checker();
        if (!on_device_alone()) scramble();
        if (proof_.nothing_happens()) proof_.no_op = changes_nothing(bench_, proof_);
    }

 private:
    TrialOptions options(const std::string& order, bool check_build = false) const {
        TrialOptions some{.order = order,
                          .check_build = check_build,
                          .limit_s = LEAST_LIMIT_S + PATIENCE * usual_.seconds,
                          .keep = bench_.device == Device::cpu,
                          .device = bench_.device};
        // The checker looks at every access and takes its time.
        if (bench_.device == Device::cpu)
            some.limit_cpu_s = LEAST_LIMIT_CPU_S + (check_build ? 5.0 : 1.0) * PATIENCE * usual_.cpu_seconds;
        if (bench_.limit_s > 0) some.limit_s = bench_.limit_s;
        some.arguments = exercise_.flags;
        return some;
    }

    Trial tried(const TrialOptions& how) {
        Trial trial = bench_.run(exercise_.id, how);
        proof_.kept = proof_.kept && trial.kept;
        if (!trial.kept) (how.check_build ? proof_.cpu_check_run : proof_.cpu_run) += trial.cpu_run;
        return trial;
    }
    void add(const TrialOptions& how, Trial trial) {
        proof_.runs.push_back({how.order, how.check_build, std::move(trial)});
    }

    void ask_nvcc(const std::string& copy) {
        proof_.asked_nvcc = bench_.device == Device::cpu && find_cuda_tool("nvcc").has_value();
        if (!proof_.asked_nvcc) return;
        const bool alone = exercise_.outcome == "nobuild";
        const Ptx ptx =
            alone ? ptx_of(bench_.tree, bench_.lesson, copy, exercise_.id) : bench_.copies->asked_nvcc(exercise_.id);
        if (alone) proof_.cpu_ptx += ptx.cpu_seconds;
        proof_.nvcc_error = ptx.error;
        proof_.nvcc_log = ptx.log;
    }

    // False when there is nothing more to ask.
    bool in_every_order() {
        const bool stated_hang = exercise_.outcome == "hang";
        for (const std::string& order : bench_.orders()) {
            if (exercise_.emptied && order == ORDERS[2]) break;  // nothing runs in it, so chance has no part
            TrialOptions how = options(order);
            if (stated_hang && bench_.device == Device::cpu && proof_.runs.empty())  // or is it only slow?
                how.limit_s *= DOUBT, how.limit_cpu_s *= DOUBT;
            add(how, tried(how));
            const Trial::End end = proof_.runs.back().trial.end;
            if (end == Trial::End::nobuild || (end == Trial::End::hang && !stated_hang)) return false;
        }
        if (bench_.device == Device::cpu && !stated_hang && !exercise_.emptied) {  // is it the order, or is it chance?
            TrialOptions again = options(ORDERS[0]);
            again.repetition = 1;
            proof_.again = tried(again);
        }
        return true;
    }

    void stop_at_first() {
        if (exercise_.fail.empty()) return;
        TrialOptions plain = options(ORDERS[0]);
        plain.all_gates = false;
        proof_.plain = tried(plain);
    }

    // One order answers for silence, unless it is promised: the checker does not wait for a race to do harm.
    void ask_checker() {
        for (const std::string& order : bench_.orders()) {
            const TrialOptions how = options(order, true);
            add(how, tried(how));
            if (exercise_.expect != Expect::finding && !exercise_.silent) break;
        }
    }

    bool on_device_alone() const {
        return std::all_of(proof_.lines.begin(), proof_.lines.end(), [](const auto& edit) { return edit.on_device(); });
    }

    void scramble() {
        TrialOptions how = options(ORDERS[0]);
        how.scramble = true;
        proof_.scrambled = tried(how);
    }

    const Workbench& bench_;
    Proof& proof_;
    const Break& exercise_;
    const Clean::Run& usual_;
};

}  // namespace

bool Workbench::is_elsewhere(const Break& exercise) const {
    if (device == Device::cpu && !lesson.runs_on_cpu()) return true;
    return !exercise.device.empty() && exercise.device != device_word(device);
}

std::vector<std::string> Workbench::orders() const {
    if (device == Device::gpu) return {"gpu"};
    return {std::begin(ORDERS), std::end(ORDERS)};
}

Trial Workbench::run(const std::string& name, const TrialOptions& options) const {
    if (device == Device::cpu) return copies->run(name, options);
    const BuiltCopy copy = copies->built(name, Build::gpu);
    const std::lock_guard lock(gpu);
    return run_copy(copy, options);
}

Workbench workbench_of(const Tree& tree, const Lesson& lesson, Device device, std::mutex& gpu, double limit_s) {
    const std::string source = read_file(lesson.program);
    return {tree,
            lesson,
            device,
            gpu,
            limit_s,
            source,
            broken(source, Break(), tree.shown(lesson.breaks()), tree.shown(lesson.program))};
}

void lay_out(Workbench& bench, const std::vector<Break>& breaks, bool together) {
    std::vector<Copies::Member> members = {{CLEAN, bench.clean_copy}};
    for (const Break& exercise : breaks) {
        // What is not to compile is tried alone; what does not apply is told by its proof.
        if (exercise.outcome == "nobuild" || bench.is_elsewhere(exercise)) continue;
        try {
            members.push_back({exercise.id, broken_source(bench.tree, bench.lesson, exercise), exercise.emptied});
        } catch (const Unapplied&) {
        }
    }
    bench.copies = std::make_unique<Copies>(bench.tree, bench.lesson, std::move(members), together);
}

std::vector<std::string> try_clean(const Workbench& bench, const std::vector<Break>& breaks, Clean& clean) {
    clean.program = bench.lesson.program.filename();
    clean.gates = declared_gates(bench.source);
    const auto fault = [&](const std::string& text) -> std::vector<std::string> {
        return {fmt::format("{}: the unbroken program {}", bench.tree.shown(bench.lesson.program), text)};
    };
    if (clean.gates.empty()) return fault("declares no gates");
    if (bench.device == Device::cpu && !bench.lesson.runs_on_cpu()) return {};  // the evidence of a GPU speaks for it
    const bool cpu = bench.device == Device::cpu;
    const BuiltCopy alone = build_copy(bench.tree, bench.lesson, bench.clean_copy, CLEAN, build_for(bench.device));
    clean.cpu_spent += alone.cpu_seconds;
    if (has_warning(alone.log)) return fault(fmt::format("compiles with warnings: {}", first_complaint(alone.log)));
    const auto run_alone = [&](const TrialOptions& options) {
        if (cpu) return run_copy(alone, options);
        const std::lock_guard lock(bench.gpu);
        return run_copy(alone, options);
    };
    for (const Break& exercise : breaks) {
        const auto [with, is_new] = clean.with.try_emplace(exercise.flags);
        if (!is_new) continue;
        Clean::Run& run = with->second;
        TrialOptions options{.order = bench.orders()[0], .limit_s = 1800.0, .keep = cpu, .device = bench.device};
        options.arguments = exercise.flags;
        Trial first;
        for (const std::string& order : bench.orders()) {
            options.order = order;
            const Trial trial = run_alone(options);
            std::string problem = clean_problem(trial, clean.gates);
            if (order == bench.orders()[0])
                first = trial;
            else if (problem.empty() && !same_run(trial, first))
                problem = "makes other checks than in the first order";
            if (!problem.empty())
                return fault(fmt::format("{} (order {}{})", problem, order, shown_flags(exercise.flags)));
            run.seconds = std::max(run.seconds, trial.seconds_run);
            run.cpu_seconds = std::max(run.cpu_seconds, trial.cpu_run);
            if (!trial.kept) clean.cpu_spent += trial.cpu_run;
        }
        run.checks = first.checks;
        for (const GateResult& gate : first.gates)
            if (gate.verdict != "n/a") run.measured.push_back(gate.gate);
        if (!cpu) continue;
        // Among its broken copies the program does what it does alone: they are compiled as it is.
        options.order = bench.orders()[0];
        if (const auto among = bench.copies->run_among_all(CLEAN, options); among && !same_run(*among, first))
            return fault(fmt::format("does not do what it does alone when it is compiled together with its breaks{}",
                                     shown_flags(exercise.flags)));
        options.scramble = true;
        clean.scrambled[exercise.flags] = run_alone(options);
    }
    if (!cpu || !find_cuda_tool("nvcc")) return {};
    const Ptx ptx = bench.copies->asked_nvcc(CLEAN);
    if (!ptx.error.empty())
        return fault(fmt::format("is refused by nvcc: {}; if it is the machine: scripts/day doctor",
                                 first_complaint(ptx.error)));
    if (has_warning(ptx.log)) return fault(fmt::format("compiles with warnings of nvcc: {}", first_complaint(ptx.log)));
    return {};
}

void prove_break(const Workbench& bench, const Clean& clean, Proof& proof) {
    proof.kept = true;
    try {
        Attempt(bench, clean, proof).run();
        judge(clean, proof, bench.device);
    } catch (const Unapplied& failure) {
        const bool stale = failure.why == Unapplied::Why::stale;
        proof.verdict = stale ? Verdict::stale : Verdict::ambiguous;
        proof.why = failure.what();
    } catch (const std::exception& failure) {
        if (was_interrupted()) throw;
        proof.verdict = Verdict::incomplete;
        proof.why = fmt::format("it could not be tried: {}", failure.what());
    }
}

}  // namespace day
