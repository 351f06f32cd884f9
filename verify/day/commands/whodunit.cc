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
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"
#include "verify/day/trial/trial.h"

namespace day {
namespace {

std::vector<Change> changes_by(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    return changes_of(lines_of(read_file(lesson.program)), broken_lines(tree, lesson, exercise));
}

// The lines of the lesson that the break touches, counted from 1. Where it only puts lines in, the two around.
std::vector<int> touched_lines(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    std::vector<int> lines;
    for (const Change& change : changes_by(tree, lesson, exercise)) {
        if (change.old_begin == change.old_end) lines.insert(lines.end(), {change.old_begin, change.old_begin + 1});
        for (int line = change.old_begin; line < change.old_end; ++line) lines.push_back(line + 1);
    }
    return lines;
}

bool same_answer(const Break& a, const Break& b) {
    return a.expect == b.expect && a.fail == b.fail && a.finding == b.finding && a.outcome == b.outcome &&
           a.may_fail == b.may_fail;
}

// Takes one by chance; not the one that came last, where there is another.
const Break& choose(const std::vector<Break>& breaks, const Entry* entry, std::optional<unsigned> seed) {
    std::vector<const Break*> riddles;
    for (const Break& exercise : breaks)
        if (is_riddle(exercise) && !(entry && entry->value("solved") == break_hash(exercise)))
            riddles.push_back(&exercise);
    if (riddles.empty())
        for (const Break& exercise : breaks)
            if (is_riddle(exercise)) riddles.push_back(&exercise);
    if (riddles.empty()) throw Failure("this day has no break that shows in a run");
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
    const std::size_t places = changes_by(tree, lesson, culprit).size();
    if (places > 1)
        fmt::print("{}", prose(fmt::format("It was changed in {} places: name a line of {}.", places,
                                           places == 2 ? "either" : "any")));
    else
        fmt::print("{}", prose("Which line was it? Read the program, then name the line by its number."));
    print_next(fmt::format("whodunit {} LINE", lesson.number));
    return 0;
}

int reveal(const Tree& tree, const Lesson& lesson, const Break& culprit, const std::vector<std::string>& besides) {
    fmt::print("{}\n{}\n", prose(fmt::format("{}: {}", culprit.id, culprit.title)),
               diff_screen(tree, lesson, broken_lines(tree, lesson, culprit)));
    fmt::print(
        "{}{}", prose(stated(culprit) + ".", 14, "The answer:   "),
        besides.empty() ? "" : prose(fmt::format("The checker also found {}: that follows from it.", listed(besides))));
    fmt::print("{}\n", prose(culprit.why));
    print_next(fmt::format("whodunit {}", lesson.number));
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
            mine.set("solved", break_hash(solved));
        });
    };
    if (options.give_up) {
        close(*culprit, "gave-up");
        return reveal(tree, lesson, *culprit, besides);
    }
    if (!answers) {
        if (!culprit) {
            culprit = &choose(breaks, entry, options.seed);
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
        return reveal(tree, lesson, *culprit, besides);
    }
    change_progress([&](Progress& now) { now.touch(slug, "").set("guesses", fmt::format("{}", guesses)); });
    const std::string here = function_at(source, line);
    const bool is_there =
        std::any_of(touched.begin(), touched.end(), [&](int one) { return function_at(source, one) == here; });
    const auto other = std::find_if(breaks.begin(), breaks.end(), [&](const Break& exercise) {
        return &exercise != culprit && same_answer(exercise, *culprit) &&
               touches(touched_lines(tree, lesson, exercise));
    });
    std::string verdict;
    if (other != breaks.end())
        verdict = "An edit there can do the same, but this time it was another line.";
    else if (is_there)
        verdict = fmt::format("Not line {}. The function is right{}.", line, here.empty() ? "" : ": " + here);
    else if (here.empty())
        verdict = fmt::format("Not line {}: no function is there, and the edit is in one.", line);
    else
        verdict = fmt::format("Not line {}: it is in another function than {}.", line, here);
    fmt::print("{}(scripts/day whodunit {} --give-up tells.)\n", prose(verdict), lesson.number);
    print_next(fmt::format("whodunit {} LINE", lesson.number));
    return 0;
}

}  // namespace day
