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
#include "verify/day/exercise/writing.h"

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

    std::vector<std::vector<std::string>> rows = {{"day", "lesson", "breaks", "", "kernels"}};
    std::vector<std::string> faults;  // of the lessons' breaks.toml
    Tally all;
    bool any = false;
    for (const Lesson& lesson : lessons) {
        if (!lesson.problem.empty()) {
            rows.push_back({fmt::format("{:>3}", lesson.number), "! " + lesson.problem, "", "", ""});
            continue;
        }
        any = true;
        std::string bar;
        std::vector<Break> breaks;
        std::vector<KernelTask> kernels;
        try {
            breaks = exercises_of(tree, lesson);
            if (lesson.runs_on_cpu()) kernels = kernels_of(tree, lesson);
        } catch (const Failure& failure) {
            faults.emplace_back(failure.what());
            bar = "! see below";
        }
        for (const Break& exercise : breaks) bar += sign_of(standing_of(progress, lesson, exercise));
        const Tally tally = tally_of(progress, lesson, breaks, kernels);
        all += tally;
        rows.push_back({fmt::format("{:>3}", lesson.number), lesson.title.substr(0, lesson.title.find(':')), bar,
                        fmt::format("{:>2} of {}", tally.over, tally.breaks),
                        kernels.empty() ? "" : fmt::format("{} of {}", tally.written, tally.kernels)});
    }
    if (all.kernels == 0)
        for (std::vector<std::string>& row : rows) row.pop_back();

    fmt::print("{}\n", prose("Daybreak: say which gates a break will fail; the machine finds out."));
    fmt::print("{}\n", table(rows, screen_width()));
    for (const std::string& fault : faults) fmt::print("{}", flow(fault));
    if (!faults.empty()) fmt::print("\n");
    if (!any) {
        fmt::print("No lesson can be run yet: docs/contributing.md says how to add one.\n");
        return 0;
    }
    if (!all.is_begun())
        fmt::print("{}\n", prose("You have not predicted a break yet. A day is a program that proves itself and a page "
                                 "that explains it: read, run, then break it."));
    else
        fmt::print("{}# right  + not quite  * found  . given up  - open\n\n", prose(all.text()));

    const Last last = last_of(tree, progress, lessons);
    if (last.exercise) {
        const std::string standing = standing_text(standing_of(progress, *last.lesson, *last.exercise));
        fmt::print("{}", prose(fmt::format("Last: day {}, {}{}", last.lesson->number, last.exercise->id,
                                           standing.empty() ? "" : ", " + standing)));
    }
    if (last.kernel) {
        const std::string writing = writing_text(writing_of(progress, *last.lesson, *last.kernel));
        fmt::print("{}", prose(fmt::format("Last: day {}, kernel {}{}", last.lesson->number, last.kernel->name,
                                           writing.empty() ? "" : ", " + writing)));
    }
    print_next(next_of_all(tree, progress, lessons));
    return 0;
}

}  // namespace day
