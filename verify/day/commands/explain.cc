#include <fmt/format.h>

#include "verify/day/base/failure.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/standing.h"

namespace day {

int explain(const Tree& tree, const std::string& day, const std::string& id, bool give_up) {
    const Lesson lesson = lesson_named(tree, day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    const Break& exercise = break_named(lesson, breaks, id);
    Progress progress = read_progress();
    Standing standing = standing_of(progress, lesson, exercise);
    const std::string named = fmt::format("{} {}", lesson.number, exercise.id);
    if (!standing.over()) {
        if (!give_up)
            throw Failure(
                fmt::format("predict it first: scripts/day predict {0}; or ask for the answer, which counts as "
                            "given up: scripts/day explain {0} --give-up",
                            named));
        change_progress([&](Progress& now) {
            if (!standing_of(now, lesson, exercise).over()) entry_of(now, lesson, exercise).set("gave-up", "yes");
            progress = now;
        });
        standing = standing_of(progress, lesson, exercise);
    }

    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}", prose(fmt::format("{} (level {}, {}): {}", exercise.id, exercise.level, level_text(exercise.level),
                                       exercise.title)));
    fmt::print("\n");
    if (standing.state == Standing::State::done) {
        const Entry* entry = progress.find(slug_of(lesson), exercise.id);
        fmt::print("{}{}Score:        {} of {}\n", prose(typed(standing.said), 14, "You said:     "),
                   prose(entry->value("did"), 14, "It did:       "), standing.hit, standing.of);
    }
    fmt::print("{}\n", prose(stated(exercise) + ".", 14, "The answer:   "));
    fmt::print("{}", prose(exercise.why));
    if (survives(exercise) && !standing.killed) fmt::print("\n{}", call_to_kill(lesson, exercise));
    fmt::print("\n");
    print_next(next_command(tree, progress, lesson, &exercise));
    return 0;
}

}  // namespace day
