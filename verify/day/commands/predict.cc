#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/own_copy.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

using Words = std::vector<std::string>;

// Failure when there is nobody to ask.
void expect_terminal(const Lesson& lesson, const Break& exercise) {
    if (isatty(STDIN_FILENO)) return;
    throw Failure(fmt::format("say which of {} will fail, or none, race, memory, init, sync, crash, hang, nobuild: "
                              "scripts/day predict {} {} WORDS",
                              listed(declared_gates(read_file(lesson.program))), lesson.number, exercise.id),
                  2);
}

// Asks on the terminal until the answer can be taken.
Words ask(const Lesson& lesson) {
    fmt::print("{}{}", prose(fmt::format("Gates: {}", typed(declared_gates(read_file(lesson.program))))),
               prose("Or: none, race, memory, init, sync, crash, hang, nobuild"));
    while (true) {
        fmt::print("Which will fail? ");
        std::fflush(stdout);
        std::string line;
        if (!std::getline(std::cin, line)) throw Failure("you named nothing, so nothing is locked");
        std::istringstream in(line);
        Words words;
        for (std::string word; in >> word;) words.push_back(word);
        if (words.empty()) continue;
        try {
            return prediction_of(lesson, words);
        } catch (const Failure& failure) {
            fmt::print("{}", prose(failure.what()));
        }
    }
}

// Failure when the break is over.
void expect_not_over(const Standing& standing, const std::string& named) {
    if (standing.state == Standing::State::done)
        throw Failure(
            fmt::format("you have predicted it, {0}: scripts/day explain {1} tells why, scripts/day reset {1} "
                        "starts over",
                        standing_text(standing), named));
    if (standing.state == Standing::State::gave_up || standing.state == Standing::State::found)
        throw Failure(fmt::format("you have seen the answer: scripts/day reset {} starts over", named));
}

// Writes the prediction down before anything is known, or takes the one that is written down. Failure when the break
// is over, or another prediction is locked.
Words lock(const Lesson& lesson, const Break& exercise, const std::optional<Words>& said) {
    const std::string named = fmt::format("{} {}", lesson.number, exercise.id);
    Words locked;
    change_progress([&](Progress& progress) {
        const Standing standing = standing_of(progress, lesson, exercise);
        expect_not_over(standing, named);
        const bool is_locked = standing.state == Standing::State::said;
        if (is_locked && said && *said != standing.said)
            throw Failure(
                fmt::format("a prediction is locked, and it is {}: scripts/day predict {} puts it to the test",
                            typed(standing.said), named));
        locked = is_locked ? standing.said : said.value_or(Words{});
        entry_of(progress, lesson, exercise).set("said", typed(locked));
    });
    return locked;
}

// Failure when the checker was cut off before it found all that it was asked for: that is no answer.
void expect_answer(const Break& exercise, const Words& said, const Trial& plain, const Trial& checked,
                   const std::string& named) {
    Words missing = said;
    missing.push_back(exercise.finding);
    const Words found = finding_words(checked.findings);
    std::erase_if(missing, [&](const std::string& word) { return !is_finding(word) || in(found, word); });
    if (!missing.empty() && cut_off(plain, checked))
        throw Failure(
            fmt::format("{0}, and there is no score; your prediction stays locked: scripts/day predict {1} "
                        "goes on, and scripts/day explain {1} --give-up gives the answer",
                        cut_off_text(checked), named));
}

// How a row of the table came out.
std::string mark(const std::string& word, bool said, bool did, bool counts) {
    if (said && did) return green("hit");
    if (!said && !did) return "";
    if (!counts) return is_finding(word) || is_outcome(word) ? "besides" : "by order";
    return red(said ? "wrong" : "missed");
}

void print_table(const Lesson& lesson, const Words& said, const Seen& seen, const Trial& plain,
                 const std::optional<Trial>& checked) {
    std::vector<std::vector<std::string>> rows = {{"", "you said", "it did", "of what is allowed", "where", ""}};
    const auto row = [&](const std::string& word, const std::string& you, const std::string& it,
                         const std::string& percent, const std::string& where) {
        rows.push_back({word, in(said, word) ? you : "-", it, percent, where,
                        mark(word, in(said, word), in(seen.did, word), seen.counts(word))});
    };
    for (const std::string& name : declared_gates(read_file(lesson.program))) {
        const GateResult* gate = plain.gate(name);
        const bool measured = gate && gate->verdict != "n/a" && !gate->case_name.empty();
        row(name, "fails",
            !gate          ? "not reached"
            : gate->failed ? "FAIL"
                           : gate->verdict,
            measured ? fmt::format("{:>10}", percent_text(gate->percent)) : "",
            measured && gate->failed ? "case " + gate->case_name : "");
    }
    for (const char* word : FINDINGS)
        if (in(said, word) || in(seen.did, word))
            row(word, "found", in(seen.did, word) ? "found" : "not found", "",
                checked ? place_of(lesson, checked->findings, word) : "");
    for (const char* word : {"nobuild", "crash", "hang"})
        if (in(said, word) || in(seen.did, word))
            row(word, "so it ends", in(seen.did, word) ? plain.ending : "it does not", "", "");
    fmt::print("{}\n", table(rows, screen_width()));
}

// Is this the first prediction of the lesson of which the checker was not asked? It is said once.
bool is_first_remark(const Lesson& lesson) {
    bool first = false;
    change_progress([&](Progress& progress) {
        const Entry* entry = progress.find(slug_of(lesson), "");
        first = !entry || entry->value("told").empty();
        if (!first) return;
        // The break, which is the last that was touched, stays the last.
        Entry break_entry = progress.entries.back();
        progress.touch(slug_of(lesson), "").set("told", "checker");
        progress.touch(break_entry.lesson, break_entry.id);
    });
    return first;
}

}  // namespace

int predict(const Tree& tree, const PredictOptions& options) {
    const Lesson lesson = lesson_named(tree, options.day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    const bool is_break = std::any_of(breaks.begin(), breaks.end(),
                                      [&](const Break& exercise) { return exercise.id.starts_with(options.id); });
    if (!is_break && in(declared_gates(read_file(lesson.program)), options.id))
        throw Failure(fmt::format("{0} is a gate, and the break comes first: scripts/day predict {1} ID {0}; "
                                  "scripts/day show {1} lists the breaks",
                                  options.id, lesson.number),
                      2);
    const Break& exercise = break_named(lesson, breaks, options.id);
    const std::string source = broken_source(tree, lesson, exercise);
    const std::string named = fmt::format("{} {}", lesson.number, exercise.id);
    std::string where;
    if (options.device == Device::gpu)
        where = fmt::format(" It runs on {}.", choose_device(Device::gpu, false).gpu->name);
    if (exercise.device == "gpu" && options.device == Device::cpu)
        throw Failure(fmt::format("this break shows on a GPU only: scripts/day predict {} {} --device gpu", named,
                                  options.words.empty() ? "WORDS" : typed(options.words)));

    const Standing before = standing_of(read_progress(), lesson, exercise);
    expect_not_over(before, named);
    std::optional<Words> words;
    if (!options.words.empty()) words = prediction_of(lesson, options.words);
    const bool asks = !words && before.state == Standing::State::open;
    if (asks) expect_terminal(lesson, exercise);
    Words said;
    if (!asks) said = lock(lesson, exercise, words);  // first of all: what is refused prints one line
    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}", prose(fmt::format("{} (level {}, {}): {}", exercise.id, exercise.level, level_text(exercise.level),
                                       exercise.title)));
    if (asks) said = lock(lesson, exercise, ask(lesson));
    if (!exercise.flags.empty()) where += fmt::format(" It runs with {}.", fmt::join(exercise.flags, " "));
    fmt::print("{}", prose(fmt::format("You say: {}. That is locked.{}",
                                       said.empty() ? "every gate passes" : listed(said), where)));
    if (!exercise.may_fail.empty())
        fmt::print("{}",
                   prose("Here one or more gates may fail or pass, depending on the order of the threads and on the "
                         "device: such a gate counts only if you name it and it fails."));
    fmt::print("\n");
    std::fflush(stdout);

    Trial plain;
    std::optional<Trial> checked;
    try {
        TrialOptions run{.device = options.device, .arguments = exercise.flags};
        prepare_trials(tree, options.device == Device::gpu ? Build::gpu : Build::cpu);
        plain = tried(tree, lesson, source, exercise.id, run, "building the broken copy and running it");
        if (plain.end != Trial::End::nobuild &&
            (exercise.expect == Expect::finding || std::any_of(said.begin(), said.end(), is_finding))) {
            prepare_trials(tree, Build::check);
            run.device = Device::cpu;
            run.check_build = true;
            checked = tried(tree, lesson, source, exercise.id, run, "checking every access");
            expect_answer(exercise, said, plain, *checked, named);
        }
    } catch (const Failure& failure) {
        if (failure.code == 128 + SIGINT)
            throw Failure(
                fmt::format("interrupted; your prediction stays locked: scripts/day predict {} goes on", named),
                failure.code);
        throw;
    }

    Seen seen = seen_of(exercise, plain, checked);
    seen.did = in_order(declared_gates(read_file(lesson.program)), seen.did);
    const Score score = score_of(said, seen);
    Progress progress;
    change_progress([&](Progress& now) {
        Entry& entry = entry_of(now, lesson, exercise);
        entry.set("did", typed(seen.did));
        entry.set("score", fmt::format("{}/{}", score.hit, score.of));
        progress = now;
    });

    print_table(lesson, said, seen, plain, checked);
    if (plain.end == Trial::End::nobuild) fmt::print("{}\n", flow(first_error(plain)));
    if (checked && !checked->findings.empty()) fmt::print("{}\n", findings_text(tree, checked->findings));
    const std::string text = fmt::format("Score: {} of {}", score.hit, score.of);
    fmt::print("{}\n", score.hit == score.of ? green(text + ", exactly right") : yellow(text));
    if (!checked && plain.end == Trial::End::ran && is_first_remark(lesson))
        fmt::print("{}",
                   prose(fmt::format("(The checker runs if you name race, memory, init or sync, or if the break is "
                                     "stated to show one of them. To run it yourself: scripts/day check "
                                     "$(scripts/day apply {}){})",
                                     named, behind_dashes(exercise.flags))));
    fmt::print("\n{}", prose(exercise.why));
    if (survives(exercise)) fmt::print("\n{}", call_to_kill(lesson, exercise));
    fmt::print("\n");
    print_next(next_command(tree, progress, lesson, &exercise));
    return 0;
}

}  // namespace day
