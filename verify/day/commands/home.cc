#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/standing.h"

namespace day {
namespace {

// One sign a break.
std::string sign_of(const Standing& standing) {
    if (standing.right()) return green("#");
    if (standing.state == Standing::State::done) return yellow("+");
    if (standing.state == Standing::State::found) return "*";
    return standing.state == Standing::State::gave_up ? "." : "-";
}

}  // namespace

int home(const Tree& tree) {
    const std::vector<Lesson> lessons = lessons_of(tree);
    const Progress progress = read_progress();

    std::vector<std::vector<std::string>> rows = {{"day", "lesson", "breaks", ""}};
    std::vector<std::string> faults;  // of the lessons' breaks.toml
    int over = 0, right = 0, all = 0;
    bool any = false;
    for (const Lesson& lesson : lessons) {
        if (!lesson.problem.empty()) {
            rows.push_back({fmt::format("{:>3}", lesson.number), "! " + lesson.problem, "", ""});
            continue;
        }
        any = true;
        std::string bar;
        int done = 0;
        std::vector<Break> breaks;
        try {
            breaks = exercises_of(tree, lesson);
        } catch (const Failure& failure) {
            faults.emplace_back(failure.what());
            bar = "! see below";
        }
        for (const Break& exercise : breaks) {
            const Standing standing = standing_of(progress, lesson, exercise);
            bar += sign_of(standing);
            done += standing.over(), right += standing.right();
        }
        over += done, all += int(breaks.size());
        rows.push_back({fmt::format("{:>3}", lesson.number), lesson.title.substr(0, lesson.title.find(':')), bar,
                        fmt::format("{:>2} of {}", done, breaks.size())});
    }

    fmt::print("{}\n", prose("Daybreak: say which gates a break will fail; the machine finds out."));
    fmt::print("{}\n", table(rows, screen_width()));
    for (const std::string& fault : faults) fmt::print("{}", flow(fault));
    if (!faults.empty()) fmt::print("\n");
    if (!any) {
        fmt::print("No lesson can be run yet: docs/contributing.md tells how to add one.\n");
        return 0;
    }
    if (over == 0)
        fmt::print("{}\n", prose("You have not predicted a break yet. A day is a program that proves itself and a page "
                                 "that explains it: read, run, then break it."));
    else
        fmt::print("{} of {} breaks, {} exactly right.\n# right  + not quite  * found  . given up  - open\n\n", over,
                   all, right);

    const Last last = last_of(tree, progress, lessons);
    if (last.exercise) {
        const std::string standing = standing_text(standing_of(progress, *last.lesson, *last.exercise));
        fmt::print("{}", prose(fmt::format("Last: day {}, {}{}", last.lesson->number, last.exercise->id,
                                           standing.empty() ? "" : ", " + standing)));
    }
    print_next(next_of_all(tree, progress, lessons));
    return 0;
}

}  // namespace day
