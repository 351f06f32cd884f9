#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/exercise.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"
#include "verify/day/exercise/writing.h"

namespace day {
namespace {

std::string page_line(const Tree& tree, const Lesson& lesson) {
    return fmt::format("The page: {}\n", clickable(tree, lesson.page()));
}

int show_all(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks) {
    const Progress progress = read_progress();
    std::vector<std::vector<std::string>> rows = {{"level", "break", "what it does to the program", "you"}};
    for (const Break& exercise : breaks)
        rows.push_back({fmt::format("{:>5}", exercise.level), exercise.id, exercise.title,
                        standing_text(standing_of(progress, lesson, exercise))});
    const int width = screen_width();
    std::size_t widest = 0;
    const std::string whole = table(rows, 0);
    for (const std::string& line : lines_of(whole)) widest = std::max(widest, columns_of(line));
    if (width == 0 || widest <= std::size_t(width)) {
        fmt::print("{}", whole);
    } else {  // a title that is cut says nothing: one below the other
        for (std::size_t i = 1; i < rows.size(); ++i)
            fmt::print("{}  {}{}\n{}", trimmed(rows[i][0]), rows[i][1],
                       rows[i][3].empty() ? "" : fmt::format("  ({})", rows[i][3]), prose(rows[i][2], 3));
    }
    fmt::print("\n{}\n", prose("Level 1: read the code. 2: think about numbers. 3: think about hardware."));
    std::vector<std::string> kernels;
    for (const KernelTask& kernel : readable_kernels(tree, lesson)) {
        const std::string writing = writing_text(writing_of(progress, lesson, kernel));
        kernels.push_back(kernel.name + (writing.empty() ? "" : fmt::format(" ({})", writing)));
    }
    if (!kernels.empty())
        fmt::print("{}\n",
                   prose(fmt::format("Or write a kernel: {}: scripts/day write {}", listed(kernels), lesson.number)));
    fmt::print("The program: {}:1\n{}", clickable(tree, lesson.program), page_line(tree, lesson));
    print_next(next_command(tree, progress, lesson, nullptr));
    return 0;
}

}  // namespace

int show(const Tree& tree, const std::string& day, const std::string& id) {
    const Lesson lesson = lesson_named(tree, day);
    const std::vector<Break> breaks = exercises_of(tree, lesson);
    if (id.empty()) {
        fmt::print("{}\n", flow(lesson.heading()));
        return show_all(tree, lesson, breaks);
    }
    const Break& exercise = break_named(lesson, breaks, id);
    const std::string diff = diff_screen(tree, lesson, broken_lines(tree, lesson, exercise));
    const Standing standing = standing_of(read_progress(), lesson, exercise);

    fmt::print("{}", flow(lesson.heading()));
    fmt::print("{}", prose(fmt::format("{} (level {}, {}): {}", exercise.id, exercise.level, level_text(exercise.level),
                                       exercise.title)));
    fmt::print("\n{}\n{}", diff, page_line(tree, lesson));
    if (standing.over()) {
        fmt::print("You: {}.\n", standing_text(standing));
        print_next(fmt::format("explain {} {}", lesson.number, exercise.id));
        return 0;
    }
    if (standing.changed) fmt::print("{}", prose("This break has changed since you predicted it: it is open again."));
    if (!exercise.flags.empty())
        fmt::print("{}", prose(fmt::format("It runs with {}.", fmt::join(exercise.flags, " "))));
    fmt::print("{}",
               prose(fmt::format(
                   "Gates: {}. Name all that fail, in whatever case, and what the checker finds besides: race (two "
                   "threads meet at one element, at least one writes, nothing orders them), memory (an access outside "
                   "the allocation, or of the host to the device's memory and the reverse), init (a read of memory "
                   "that was never written), sync (a barrier that some threads of the block pass by). If nothing "
                   "fails and nothing is found, say none. If the program comes to no verdict: crash (a signal or a "
                   "CUDA error ends it), hang, nobuild (a compiler refuses it).",
                   listed(declared_gates(read_file(lesson.program))))));
    print_next(fmt::format("predict {} {}", lesson.number, exercise.id));
    return 0;
}

}  // namespace day
