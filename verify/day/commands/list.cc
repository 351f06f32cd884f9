#include <fmt/format.h>

#include "verify/day/base/screen.h"
#include "verify/day/commands/commands.h"
#include "verify/day/course/evidence.h"
#include "verify/day/exercise/exercise.h"

namespace day {

int list(const Tree& tree) {
    const std::vector<Lesson> lessons = lessons_of(tree);
    const Progress progress = read_progress();
    Contents now(tree);
    Tally all;
    std::vector<std::vector<std::string>> rows = {{"day", "lesson", "recorded on"}};
    for (const Lesson& lesson : lessons) {
        const std::string number = fmt::format("{:>3}", lesson.number);
        if (!lesson.problem.empty()) {
            rows.push_back({number, "! " + lesson.problem, ""});
            continue;
        }
        all += tally_of(progress, lesson, readable_breaks(tree, lesson), readable_kernels(tree, lesson));
        rows.push_back({number, lesson.title, runs_text(recorded(now, lesson))});
    }
    fmt::print("{}\n", table(rows, screen_width()));
    if (all.is_begun()) fmt::print("{}", prose("You: " + all.text()));
    if (const std::string next = next_of_all(tree, progress, lessons); !next.empty())
        print_next(next);
    else
        fmt::print("No lesson can be run yet: docs/contributing.md says how to add one.\n");
    return 0;
}

}  // namespace day
