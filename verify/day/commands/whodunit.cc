#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "verify/day/base/diff.h"
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

// Takes one by chance that nobody has solved; first of all one that was not predicted either.
const Break& choose(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks, const Progress& progress,
                    std::optional<unsigned> seed) {
    if (riddles_of(tree, lesson, breaks).empty())
        throw Failure(fmt::format(
            "day {0} has no break that a table of its gates could tell from all others: scripts/day try {0}",
            lesson.number));
    std::vector<const Break*> riddles = open_riddles(tree, lesson, breaks, progress);
    if (riddles.empty())
        throw Failure(fmt::format("you have seen every riddle of day {0}: scripts/day try {0} is the next thing to do",
                                  lesson.number));
    std::vector<const Break*> fresh = riddles;
    std::erase_if(fresh, [&](const Break* riddle) { return standing_of(progress, lesson, *riddle).over(); });
    if (!fresh.empty()) riddles = fresh;
    std::mt19937 random(seed ? *seed : std::random_device{}());
    return *riddles[random() % riddles.size()];
}

int ask(const Tree& tree, const Lesson& lesson, const Break& culprit) {
    const std::string source = broken_source(tree, lesson, culprit);
    TrialOptions run{.arguments = culprit.flags};
    prepare_trials(tree, Build::check);
    const Trial plain = tried(tree, lesson, source, culprit.id, run, "breaking something");
    run.check_build = true;
    const Trial checked = tried(tree, lesson, source, culprit.id, run, "checking every access");
    std::vector<std::string> besides = finding_words(checked.findings);
    std::erase(besides, culprit.finding);
    change_progress(
        [&](Progress& now) { now.touch(slug_of(lesson), "").set("besides", besides.empty() ? "" : typed(besides)); });
    fmt::print("{}{}\n", flow(lesson.heading()),
               flow(fmt::format("Something was changed in {}:1", clickable(tree, lesson.program))));
    fmt::print("{}\n", table(trial_rows(lesson, plain, checked, false), screen_width()));
    const std::vector<std::string> found = finding_words(checked.findings);
    if (cut_off(plain, checked) && !culprit.finding.empty() && !in(found, culprit.finding)) {
        fmt::print("{}", prose(fmt::format("But {}: it may find more when it is asked again.", cut_off_text(checked))));
        print_next(fmt::format("whodunit {}", lesson.number));
        return 0;
    }
    const std::size_t places =
        changes_of(lines_of(read_file(lesson.program)), broken_lines(tree, lesson, culprit)).size();
    if (places > 1)
        fmt::print("{}", prose(fmt::format("It was changed in {} places: name a line of {}.", places,
                                           places == 2 ? "either" : "any")));
    else
        fmt::print("{}", prose("Which line was it? Read the program, then name the line by its number."));
    print_next(fmt::format("whodunit {} LINE", lesson.number));
    return 0;
}

int reveal(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks, const Break& culprit,
           const std::vector<std::string>& besides) {
    fmt::print("{}\n{}\n", prose(fmt::format("{}: {}", culprit.id, culprit.title)),
               diff_screen(tree, lesson, broken_lines(tree, lesson, culprit)));
    fmt::print(
        "{}{}", prose(stated(culprit) + ".", 14, "The answer:   "),
        besides.empty() ? "" : prose(fmt::format("The checker also found {}: that follows from it.", listed(besides))));
    fmt::print("{}\n", prose(culprit.why));
    const Progress progress = read_progress();
    print_next(open_riddles(tree, lesson, breaks, progress).empty() ? next_command(tree, progress, lesson, nullptr)
                                                                    : fmt::format("whodunit {}", lesson.number));
    return 0;
}

int line_number(const std::string& text, int lines) {
    const std::size_t colon = text.rfind(':');  // file:line, as it was copied
    const std::string digits = colon == text.npos ? text : text.substr(colon + 1);
    const bool good = !digits.empty() && digits.size() < 7 && digits.find_first_not_of("0123456789") == digits.npos;
    const int line = good ? std::atoi(digits.c_str()) : 0;
    if (line < 1 || line > lines)
        throw Failure(fmt::format("{} is not a line of the program: it has lines 1 to {}", text, lines), 2);
    return line;
}

}  // namespace

int whodunit(const Tree& tree, const WhodunitOptions& options) {
    const Lesson lesson = lesson_named(tree, options.day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    const std::string slug = slug_of(lesson);
    const Progress progress = read_progress();
    const Entry* entry = progress.find(slug, "");
    const Break* culprit = nullptr;
    for (const Break& exercise : breaks)
        if (entry && entry->value("culprit") == break_hash(exercise)) culprit = &exercise;

    const bool answers = !options.line.empty() || options.give_up;
    if (!culprit && answers)
        throw Failure(fmt::format("no riddle is open: scripts/day whodunit {} gives one", lesson.number));
    // A learner who knows the answer has nothing more to predict.
    const std::vector<std::string> besides = entry ? entry->words("besides") : std::vector<std::string>{};
    const auto close = [&](const Break& solved, const char* how) {
        change_progress([&](Progress& now) {
            if (!standing_of(now, lesson, solved).over()) entry_of(now, lesson, solved).set(how, "yes");
            Entry& mine = now.touch(slug, "");
            mine.set("culprit", "");
            mine.set("guesses", "");
            mine.set("besides", "");
            const std::string known = mine.value("solved"), hash = break_hash(solved);
            mine.set("solved", known.empty() ? hash : known + " " + hash);
        });
    };
    if (options.give_up) {
        close(*culprit, "gave-up");
        return reveal(tree, lesson, breaks, *culprit, besides);
    }
    if (!answers) {
        if (culprit && options.seed)
            fmt::print("{}", prose(fmt::format("A riddle is open, and --seed has no say in it: scripts/day whodunit {} "
                                               "--give-up ends it.",
                                               lesson.number)));
        if (!culprit) {
            culprit = &choose(tree, lesson, breaks, progress, options.seed);
            change_progress([&](Progress& now) { now.touch(slug, "").set("culprit", break_hash(*culprit)); });
        }
        return ask(tree, lesson, *culprit);
    }

    const std::string source = read_file(lesson.program);
    const int line = line_number(options.line, int(lines_of(source).size()));
    const std::vector<int> touched = touched_lines(tree, lesson, *culprit);
    const auto touches = [&](const std::vector<int>& lines) {
        return std::find(lines.begin(), lines.end(), line) != lines.end();
    };
    const int guesses = (entry ? entry->number("guesses") : 0) + 1;
    if (touches(touched)) {
        close(*culprit, "found");
        fmt::print("{}\n\n", green(guesses == 1 ? "Yes, at the first guess." : fmt::format("Yes, guess {}.", guesses)));
        return reveal(tree, lesson, breaks, *culprit, besides);
    }
    change_progress([&](Progress& now) { now.touch(slug, "").set("guesses", fmt::format("{}", guesses)); });
    const std::string here = function_at(source, line);
    const bool is_there =
        std::any_of(touched.begin(), touched.end(), [&](int one) { return function_at(source, one) == here; });
    std::string verdict;
    if (is_there)
        verdict = fmt::format("Not line {}. The function is right{}.", line, here.empty() ? "" : ": " + here);
    else if (here.empty())
        verdict = fmt::format("Not line {}: no function is there, and the edit is in one.", line);
    else
        verdict = fmt::format("Not line {}: it is in a function other than {}.", line, here);
    fmt::print("{}(scripts/day whodunit {} --give-up tells.)\n", prose(verdict), lesson.number);
    print_next(fmt::format("whodunit {} LINE", lesson.number));
    return 0;
}

}  // namespace day
