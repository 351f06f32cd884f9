#include <fmt/format.h>

#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"

namespace day {

int hint(const Tree& tree, const std::string& day, const std::string& id) {
    const Lesson lesson = lesson_named(tree, day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    const Break& exercise = break_named(lesson, breaks, id);
    Standing standing;
    change_progress([&](Progress& progress) {
        standing = standing_of(progress, lesson, exercise);
        if (standing.over()) return;
        if (standing.hints < int(exercise.hints.size())) ++standing.hints;
        entry_of(progress, lesson, exercise).set("hints", fmt::format("{}", standing.hints));
    });
    if (standing.over()) standing.hints = int(exercise.hints.size());  // all of them: they help nobody any more
    fmt::print("{}", prose(fmt::format("{}: {}", exercise.id, exercise.title)));
    fmt::print("\n");
    fmt::print("{}", hints_text(exercise.hints, standing.hints));
    print_next(fmt::format("{} {} {}", standing.over() ? "explain" : "predict", lesson.number, exercise.id));
    return 0;
}

}  // namespace day
