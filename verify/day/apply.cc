#include <fmt/format.h>
#include <unistd.h>

#include "verify/day/breaks.h"
#include "verify/day/commands.h"
#include "verify/day/failure.h"
#include "verify/day/files.h"
#include "verify/day/process.h"

namespace day {

int apply(const Tree& tree, const std::string& day, const std::string& id) {
    const Lesson lesson = lesson_named(tree, day);
    std::vector<std::string> ids;
    for (const Break& exercise : breaks_of(tree, lesson)) {
        ids.push_back(exercise.id);
        if (exercise.id != id) continue;
        const fs::path copy = tree.build / "breaks" / lesson.id() / (id + ".cu");
        write_file(
            copy, broken(read_file(lesson.program), exercise, tree.shown(lesson.breaks()), tree.shown(lesson.program)));
        fmt::print("{}\n", copy.string());
        std::fflush(stdout);
        if (isatty(STDOUT_FILENO)) fmt::print(stderr, "Next: scripts/day run {} --all-gates\n", quoted(copy.string()));
        return 0;
    }
    throw Failure(fmt::format("day {} has no break {}: its breaks are {}", lesson.number, id, listed(ids)), 2);
}

}  // namespace day
