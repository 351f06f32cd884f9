#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/course/regions.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/writing.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/copies.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

// A kernel, and the learner's copy in which it is written.
struct Task {
    const Tree& tree;
    const Lesson& lesson;
    const KernelTask& kernel;
    fs::path copy;
    std::vector<std::string> flags;  // of its runs
    std::string named;               // "5 square", as it is typed
    std::string text{};              // what stands in the copy; it may be saved again at any time
    Beside now{};                    // that beside the lesson

    Writing writing() const { return writing_of(read_progress(), lesson, kernel); }
};

// The one that is meant where none is named: of those begun that are open the last, else the first that is open, else
// the last begun. `begun`: the last begun, open or not.
const KernelTask& meant(const Lesson& lesson, const std::vector<KernelTask>& kernels, bool begun) {
    const Progress progress = read_progress();
    const auto is_open = [&](const KernelTask& kernel) { return !writing_of(progress, lesson, kernel).over(); };
    const KernelTask *last = nullptr, *last_open = nullptr;
    for (const Entry& entry : progress.entries)
        for (const KernelTask& kernel : kernels) {
            if (entry.lesson != slug_of(lesson) || entry.id != std::string(WRITE) + kernel.name) continue;
            last = &kernel;
            if (is_open(kernel)) last_open = &kernel;
        }
    if (begun && last) return *last;
    if (last_open) return *last_open;
    const auto open = std::find_if(kernels.begin(), kernels.end(), is_open);
    return open != kernels.end() ? *open : last ? *last : kernels[0];
}

// Why a copy that passes does not count, or "": something else than the body is the learner's.
std::string uncounted(const Task& task) {
    const Beside& now = task.now;
    if (now.foreign.empty()) return "";
    const std::string around = task.writing().around;
    if (!around.empty() && around != now.around)
        return fmt::format(
            "The lesson has changed since your copy was made, so it does not count. Begin with the new "
            "text, and put your body there; the old file is kept: scripts/day write {} --fresh",
            task.named);
    return fmt::format(
        "It does not count: {}. Outside the body of {} only #include <...> and new __device__ functions "
        "may be added. Put it back, or begin again: scripts/day write {} --fresh",
        now.foreign, task.kernel.name, task.named);
}

// Remembers that it was begun, and where the copy is the lesson but for the body, that it was.
void remember(const Task& task) {
    if (!task.now.foreign.empty() && task.writing().state != Writing::State::open) return;
    change_progress(
        [&](Progress& progress) { entry_of(progress, task.lesson, task.kernel).set("around", task.now.around); });
}

// What every run of a copy is held against: the lesson's own run, and its gates.
struct Usual {
    Trial run;
    std::vector<std::string> gates;
};
Usual usual_of(const Task& task) {
    const TrialOptions options{.keep = true, .arguments = task.flags};
    Usual usual{tried(task.tree, task.lesson, broken_source(task.tree, task.lesson, Break()), "clean", options,
                      "running the lesson's own"),
                declared_gates(read_file(task.lesson.program))};
    if (const std::string problem = problem_of(usual.run, usual.gates); !problem.empty())
        throw Failure(
            fmt::format("the lesson's own program does not pass here, so nothing can be said of yours: it "
                        "{}; scripts/day run {} shows it",
                        problem, task.lesson.number));
    return usual;
}

// Why these runs in one order are not those of a right kernel, as a sentence; or "". `checked`: beside the checker.
std::string fault_in(const Trial& plain, const Trial& checked, const Usual& usual) {
    const auto said = [](const std::string& problem) {
        return problem.starts_with("its ") ? problem : "it " + problem;
    };
    if (const std::string problem = problem_of(plain, usual.gates); !problem.empty()) return said(problem);
    if (!same_run(plain, usual.run, usual.gates)) return "it makes other checks than the lesson";
    if (!checked.findings.empty()) return fmt::format("the checker finds {}", listed(finding_words(checked.findings)));
    if (cut_off(plain, checked)) return cut_off_text(checked);
    if (const std::string problem = problem_of(checked, usual.gates); !problem.empty())
        return "beside the checker " + said(problem);
    // What the checker watches itself is n/a there: the checks are the same by their names alone.
    return same_checks(checked, usual.run) ? "" : "beside the checker it makes other checks than the lesson";
}

// Of a copy that is right in the first order: why it is not all the same, or "". Prints the table of another order in
// which it is not.
std::string objection(const Task& task, const Usual& usual) {
    const std::string text = with_place(task.text, task.copy);
    for (const char* order : ORDERS) {
        if (order == ORDERS[0]) continue;
        TrialOptions options{.order = order, .arguments = task.flags};
        const Trial plain = tried(task.tree, task.lesson, text, "write", options, fmt::format("order {}", order));
        options.check_build = true;
        std::optional<Trial> checked;
        if (problem_of(plain, usual.gates).empty())
            checked = tried(task.tree, task.lesson, text, "write", options,
                            fmt::format("order {}, checking every access", order));
        const std::string fault = fault_in(plain, checked ? *checked : Trial(), usual);
        if (fault.empty()) continue;
        fmt::print("{}\n", table(trial_rows(task.lesson, plain, checked, true), screen_width()));
        if (checked && !checked->findings.empty()) fmt::print("{}\n", findings_text(task.tree, checked->findings));
        return fmt::format("it passes in the thread order {}, and above is what it does in the order {}: {}", ORDERS[0],
                           order, fault);
    }
    if (!find_cuda_tool("nvcc")) return "";
    Waiting waiting("asking nvcc");
    try {
        const Ptx ptx = ptx_of(task.tree, task.lesson, text, "write");
        if (!ptx.error.empty())
            return fmt::format("every gate passes, and nvcc refuses the text: {}", first_complaint(ptx.error));
    } catch (const Failure& failure) {  // that is not the kernel's fault
        if (was_interrupted()) throw;
        waiting.end();
        fmt::print("{}", prose(fmt::format("(nvcc could not be asked: {}.)", failure.what())));
    }
    return "";
}

// What is wrong with the copy after a run that was shown, as one sentence; "" when it is right.
std::string fault_of(const Task& task, const Result& result) {
    const std::string help = task.writing().hints < int(task.kernel.hints.size())
                                 ? fmt::format("; scripts/day write {} --hint helps", task.named)
                                 : "";
    if (task.now.is_empty) return fmt::format("the body of {} is still empty{}", task.kernel.name, help);
    if (result.plain.end != Trial::End::ran || result.plain.exit != 0) {
        const std::vector<std::string> failed = result.plain.failed();
        return (failed.empty() ? "it ends with " + result.plain.ending
                               : listed(failed) + (failed.size() == 1 ? " fails" : " fail")) +
               help;
    }
    if (result.found())
        return fmt::format("every gate passes, and the checker finds {}",
                           listed(finding_words(result.checked->findings)));
    const Usual usual = usual_of(task);
    const std::string fault = fault_in(result.plain, *result.checked, usual);
    return fault.empty() ? objection(task, usual) : fault;
}

// The exit code is 0 when the kernel is right.
int run(const Task& task) {
    const Result result = result_of(task.tree, task.lesson, task.copy, task.text, "write", task.flags);
    fmt::print("{}", result_text(task.tree, task.lesson, task.copy, result));
    std::string sentence = uncounted(task);
    const bool is_known = !result.builds() || cut_off(result);  // result_text has said it
    if (sentence.empty() && !is_known)
        if (const std::string fault = fault_of(task, result); !fault.empty()) sentence = "Not yet: " + fault + ".";
    if (!sentence.empty()) fmt::print("{}", prose(sentence));
    if (!sentence.empty() || is_known) {
        print_next(fmt::format("write {} --run", task.named));
        return 1;
    }
    const std::string right = "every gate passes in every thread order, and the checker finds nothing.";
    if (task.writing().state == Writing::State::gave_up) {
        fmt::print("{}", prose(fmt::format("{} is right: {} It counts as given up: scripts/day reset {} starts over",
                                           task.kernel.name, right, task.named)));
    } else {
        change_progress([&](Progress& progress) {
            entry_of(progress, task.lesson, task.kernel).set("passed", hash_text(task.text));
        });
        fmt::print("{}\n", green(fmt::format("{} is written: {}", task.kernel.name, right)));
    }
    print_next(fmt::format("write {} --compare", task.named));
    return 0;
}

int hint(const Task& task) {
    Writing writing;
    change_progress([&](Progress& progress) {
        writing = writing_of(progress, task.lesson, task.kernel);
        if (writing.over()) return;
        if (writing.hints < int(task.kernel.hints.size())) ++writing.hints;
        entry_of(progress, task.lesson, task.kernel).set("hints", fmt::format("{}", writing.hints));
    });
    if (writing.over()) writing.hints = int(task.kernel.hints.size());
    fmt::print("{}", hints_text(task.kernel.hints, writing.hints));
    print_next(fmt::format("write {}{}", task.named, writing.over() ? " --compare" : " --run"));
    return 0;
}

// What a copy lacks that may be compared, as one line; "" when it lacks nothing.
std::string missing(const Task& task, const Writing& writing) {
    if (writing.state == Writing::State::gave_up) return "";
    if (writing.state != Writing::State::written)
        return fmt::format(
            "write it first, until scripts/day write {0} --run finds nothing to say; or ask for the "
            "lesson's, which counts as given up: scripts/day write {0} --give-up",
            task.named);
    if (writing.passed == hash_text(task.text)) return "";
    return fmt::format("your copy is another one than the one that passed: scripts/day write {} --run looks at it",
                       task.named);
}

int compare(const Task& task, bool give_up) {
    Writing writing = task.writing();
    if (give_up && !writing.over()) {
        change_progress(
            [&](Progress& progress) { entry_of(progress, task.lesson, task.kernel).set("gave-up", "yes"); });
        writing = task.writing();
    }
    if (const std::string lacks = missing(task, writing); !lacks.empty() && !give_up) throw Failure(lacks);
    const std::string source = read_file(task.lesson.program), copy = task.text;
    const std::string diff = task.now.is_empty ? "" : diff_screen(task.tree, task.lesson, lines_of(copy));
    if (task.now.is_empty) {
        const NamedRegion function = kernel_in(source, task.kernel.name);
        fmt::print("{}:{}\n{}\n", clickable(task.tree, task.lesson.program), function.region.line,
                   region_text(source, function.region));
    } else if (diff.empty()) {
        fmt::print("Yours is the lesson's, to the letter.\n");
    } else {
        fmt::print("- is the lesson's, + is yours:\n\n{}\n", diff);
    }
    print_next(next_command(task.tree, read_progress(), task.lesson, nullptr));
    return 0;
}

// The kernel as the copy has it now.
void print_kernel(const Task& task, const std::string& copy) {
    try {
        fmt::print("{}\n", region_text(copy, kernel_in(copy, task.kernel.name).region));
    } catch (const Failure&) {  // it is told why below
    }
}

int show_task(const Task& task, const std::vector<KernelTask>& all, bool changed) {
    const Progress progress = read_progress();
    print_kernel(task, task.text);
    if (all.size() > 1) {
        std::vector<std::vector<std::string>> rows = {{"kernel", "fails while it is empty", "you"}};
        for (const KernelTask& kernel : all)
            rows.push_back(
                {kernel.name, listed(kernel.gates), writing_text(writing_of(progress, task.lesson, kernel))});
        fmt::print("{}\n", table(rows, screen_width()));
    }
    if (const std::string why_not = uncounted(task); !why_not.empty()) fmt::print("{}", prose(why_not));
    const Writing writing = task.writing();
    if (changed) fmt::print("{}", prose("The lesson's kernel has changed since you wrote it: it is open again."));
    if (!task.flags.empty()) fmt::print("{}", prose(fmt::format("It runs with {}.", fmt::join(task.flags, " "))));
    if (writing.over()) {
        fmt::print("You: {}.\n", writing_text(writing));
        print_next(fmt::format("write {} --compare", task.named));
        return 0;
    }
    fmt::print("{}", prose(fmt::format(
                         "Write it in an editor until every gate passes; while it is empty {} {}. If you do "
                         "not know how to go on: scripts/day write {} --hint",
                         listed(task.kernel.gates), task.kernel.gates.size() == 1 ? "fails" : "fail", task.named)));
    print_next(fmt::format("write {} --run", task.named));
    return 0;
}

}  // namespace

int write_kernel(const Tree& tree, const WriteOptions& options) {
    if (int(options.run) + int(options.hint) + int(options.compare) + int(options.give_up) > 1)
        throw Failure("--run, --hint, --compare and --give-up are four wishes: have one at a time", 2);
    const Lesson lesson = lesson_named(tree, options.day);
    expect_device(tree, lesson, {.device = Device::cpu, .why = "where `write` runs what you write", .gpu = {}});
    const std::vector<KernelTask> kernels = kernels_of(tree, lesson);
    if (kernels.empty())
        throw Failure(
            fmt::format("day {0} has no kernel to write: {1} has no [[kernel]]; scripts/day show {0} lists "
                        "its breaks",
                        lesson.number, tree.shown(lesson.breaks())));
    const KernelTask& kernel = options.kernel.empty() ? meant(lesson, kernels, options.compare || options.fresh)
                                                      : kernel_named(lesson, kernels, options.kernel);
    const std::vector<Break> emptied = with_kernels(tree, lesson, exercises_of(tree, lesson));
    Task task{tree,
              lesson,
              kernel,
              copy_of(lesson, kernel),
              break_named(lesson, emptied, std::string(EMPTY) + kernel.name).flags,
              fmt::format("{} {}", lesson.number, kernel.name)};
    const fs::path kept = make_copy(task.copy, to_be_written(lesson, kernel), options.fresh);
    const std::string copy = task.text = read_file(task.copy);
    const bool changed = task.writing().changed;
    task.now = beside(read_file(lesson.program), copy, kernel.name);
    remember(task);
    int line = 1;
    for (const NamedRegion& function : functions_of(copy))
        if (function.is_global && function.name == kernel.name)
            line += int(std::count(copy.begin(), copy.begin() + std::ptrdiff_t(function.body), '\n')) + 1;

    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}\n", flow(fmt::format("Write {}: {}:{}", kernel.name, task.copy.string(), line)));
    if (options.fresh)
        fmt::print("{}\n",
                   flow(kept.empty() ? "Its body is empty already."
                                     : fmt::format("Its body is empty again; the old file is now {}", kept.string())));
    if (options.hint) return hint(task);
    if (options.compare || options.give_up) return compare(task, options.give_up);
    return options.run ? run(task) : show_task(task, kernels, changed);
}

}  // namespace day
