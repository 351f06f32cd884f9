#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/course/regions.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

// The lesson's functions that a copy must leave as they are: its kernels, and what the break edits. main alone is the
// learner's all the same: data and shapes stand there.
std::vector<NamedRegion> fixed_functions(const std::string& source, const Break& exercise) {
    const std::vector<EditedLines> edits = edited_lines(source, exercise);
    std::vector<NamedRegion> fixed = functions_of(source);
    std::erase_if(fixed, [&](const NamedRegion& function) {
        const auto is_inside = [&](const EditedLines& edit) {
            return edit.first >= function.region.line && edit.first <= last_line(source, function.region);
        };
        return !function.on_device && (function.name == "main" || std::none_of(edits.begin(), edits.end(), is_inside));
    });
    return fixed;
}

// Failure when one of these is another one in the copy: then a gate that fails says nothing about the break.
void expect_same_functions(const Lesson& lesson, const Break& exercise, const std::string& copy, const fs::path& file) {
    const auto text = [](const std::string& source, const NamedRegion& function) {
        return source.substr(function.region.code, function.region.end - function.region.code);
    };
    const std::string source = read_file(lesson.program);
    const std::vector<NamedRegion> theirs = functions_of(copy);
    for (const NamedRegion& fixed : fixed_functions(source, exercise)) {
        const auto same = [&](const NamedRegion& other) {
            return other.name == fixed.name && text(copy, other) == text(source, fixed);
        };
        if (std::none_of(theirs.begin(), theirs.end(), same))
            throw Failure(
                fmt::format("{}: {} is not the lesson's any more: change data, shapes and tolerances, and leave {} "
                            "alone; scripts/day kill {} {} --fresh starts over",
                            file.string(), fixed.name, fixed.on_device ? "the kernels" : "what the break edits",
                            lesson.number, exercise.id));
    }
}

// "FAIL: C_hand (case tiled, 4.5e+06%)", or how else it ended.
std::string verdict(const Trial& trial) {
    if (trial.end == Trial::End::nobuild) return "does not build";
    std::string failed;
    for (const GateResult& gate : trial.gates)
        if (gate.failed)
            failed += fmt::format("{}{} (case {}, {})", failed.empty() ? "" : ", ", gate.gate, gate.case_name,
                                  percent_text(gate.percent));
    if (!failed.empty()) return "FAIL: " + failed;
    return trial.end == Trial::End::ran && trial.exit == 0 ? "passes" : trial.ending;
}

// What the program said last, where it ended without a verdict of its gates.
void print_last_line(const std::string& whose, const Trial& trial) {
    if (trial.end == Trial::End::nobuild || !trial.failed().empty() || trial.exit == 0) return;
    const std::vector<std::string> lines = lines_of(trial.output);
    const auto last =
        std::find_if(lines.rbegin(), lines.rend(), [](const auto& line) { return !trimmed(line).empty(); });
    if (last != lines.rend()) fmt::print("{}", flow(fmt::format("{} ends with: {}", whose, trimmed(*last))));
}

int put_to_the_test(const Tree& tree, const Lesson& lesson, const Break& exercise, const fs::path& copy) {
    const std::string text = read_file(copy);
    const std::string again = fmt::format("kill {} {} --run", lesson.number, exercise.id);
    expect_same_functions(lesson, exercise, text, copy);
    std::string with_break;
    try {
        with_break = broken(text, exercise, tree.shown(lesson.breaks()), copy.string());
    } catch (const Unapplied&) {
        std::vector<std::string> places;
        for (const Edit& edit : exercise.edits)
            if (!in(places, edit.in)) places.push_back(edit.in);
        throw Failure(
            fmt::format("{}: the break no longer applies: what it edits in {} must stay as it is; "
                        "scripts/day kill {} {} --fresh starts over",
                        copy.string(), listed(places), lesson.number, exercise.id));
    }
    prepare_trials(tree, Build::cpu);
    // The copy itself must pass in every order. Where the threads race the order decides whether the break fails: one
    // in which it does is enough.
    Trial clean, killed;
    std::string order;
    for (const char* each : ORDERS) {
        const TrialOptions run{.order = each, .arguments = exercise.flags};
        clean = tried(tree, lesson, with_place(text, copy), "kill", run, "running your copy");
        if (clean.end == Trial::End::nobuild) {
            fmt::print("{}\nYour copy does not build; the lines above say why.\n", clean.log);
            print_next(again);
            return 0;
        }
        if (killed.failed().empty()) {
            killed = tried(tree, lesson, with_break, "kill", run, "running it with the break");
            order = each;
        }
        if (clean.end != Trial::End::ran || clean.exit != 0) break;
    }
    const bool passes = clean.end == Trial::End::ran && clean.exit == 0;
    const bool fails = !killed.failed().empty();
    fmt::print("{}\n", table({{"", "it must", "it does"},
                              {"your copy", "pass", passes ? green(verdict(clean)) : red(verdict(clean))},
                              {"with the break", "fail", fails ? green(verdict(killed)) : red(verdict(killed))}},
                             screen_width()));
    if (!passes) print_last_line("Your copy", clean);
    if (!fails) print_last_line("With the break it", killed);
    if (!passes || !fails) {
        const char* why = !passes && !fails ? "your copy must pass, and with the break it must fail"
                          : !passes         ? "your copy must pass without the break, too, in every thread order"
                                            : "with the break every gate still passes, in every thread order";
        fmt::print("{}", prose(fmt::format("Not yet: {}.", why)));
        print_next(again);
        return 0;
    }
    if (order != "forward") fmt::print("That is the thread order {}.\n", order);
    Progress progress;
    change_progress([&](Progress& now) {
        entry_of(now, lesson, exercise).set("killed", typed(killed.failed()));
        progress = now;
    });
    fmt::print("{}\n\n", green("Killed: your data catch what the lesson's miss."));
    fmt::print("{}\n", diff_screen(tree, lesson, lines_of(text)));
    print_next(next_command(tree, progress, lesson, &exercise));
    return 0;
}

}  // namespace

int kill_survivor(const Tree& tree, const std::string& day, const std::string& id, bool run, bool fresh) {
    const Lesson lesson = lesson_named(tree, day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    const Break& exercise = break_named(lesson, breaks, id);
    const std::string named = fmt::format("{} {}", lesson.number, exercise.id);
    const Standing standing = standing_of(read_progress(), lesson, exercise);
    if (!standing.over())  // that it survives is the answer
        throw Failure(fmt::format("predict it first: scripts/day predict {}", named));
    if (!survives(exercise)) {
        std::vector<std::string> survivors;
        for (const Break& other : breaks)
            if (survives(other) && standing_of(read_progress(), lesson, other).over()) survivors.push_back(other.id);
        throw Failure(fmt::format("{} does not survive: {}{}", exercise.id, stated(exercise),
                                  survivors.empty() ? "" : fmt::format("; survivors you know: {}", listed(survivors))));
    }
    const fs::path copy = copies_folder() / "kill" / slug_of(lesson) / exercise.id / lesson.program.filename();
    const fs::path kept = make_copy(copy, read_file(lesson.program), fresh);

    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}", prose(fmt::format("{}: {}", exercise.id, exercise.title)));
    fmt::print("{}\n", flow(fmt::format("Your copy, without the break: {}:1", copy.string())));
    if (!kept.empty())
        fmt::print("{}", flow(fmt::format("It is the lesson's text again; the old file is now {}", kept.string())));
    if (run) return put_to_the_test(tree, lesson, exercise, copy);

    const std::string diff = diff_screen(tree, lesson, lines_of(read_file(copy)));
    if (!diff.empty()) fmt::print("{}\n", diff);
    std::vector<std::string> edited, fixed;
    for (const NamedRegion& function : fixed_functions(read_file(lesson.program), exercise)) {
        fixed.push_back(function.name);
        if (!function.on_device) edited.push_back(function.name);
    }
    fmt::print(
        "{}", prose(fmt::format("Change data, shapes or tolerances in it until it fails with the break and passes "
                                "without. Leave the kernels alone{}. These functions are yours:",
                                edited.empty() ? "" : fmt::format(", and {}, which the break edits", listed(edited)))));
    const std::string text = read_file(copy);
    for (const NamedRegion& function : functions_of(text))
        if (!function.on_device && !in(fixed, function.name))
            fmt::print("    line {:>3}: {}\n", function.region.line, function.name);
    fmt::print("{}\n", prose("Not every survivor can be killed: sometimes nothing is wrong with it."));
    print_next(fmt::format("kill {} --run", named));
    return 0;
}

}  // namespace day
