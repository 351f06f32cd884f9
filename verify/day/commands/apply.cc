#include <fmt/format.h>
#include <unistd.h>

#include "verify/day/base/files.h"
#include "verify/day/base/process.h"
#include "verify/day/commands/commands.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/trial/trial.h"

namespace day {

int apply(const Tree& tree, const std::string& day, const std::string& id) {
    const Lesson lesson = lesson_named(tree, day);
    const std::vector<Break> breaks = with_kernels(tree, lesson, exercises_of(tree, lesson));
    const Break& exercise = break_named(lesson, breaks, id);
    const fs::path copy = tree.build / "breaks" / lesson.id() / (exercise.id + ".cu");
    write_file(copy, broken_source(tree, lesson, exercise));
    fmt::print("{}\n", copy.string());
    std::fflush(stdout);
    if (isatty(STDOUT_FILENO)) fmt::print(stderr, "Next: scripts/day run {} --all-gates\n", quoted(copy.string()));
    return 0;
}

}  // namespace day
