#include <fmt/format.h>

#include "verify/day/exercise.h"
#include "verify/day/failure.h"
#include "verify/day/learn.h"
#include "verify/day/screen.h"

namespace day {

int reset(const Tree& tree, const std::string& day, const std::string& id, bool all) {
    if (all != day.empty())
        throw Failure(
            "reset what: one break (scripts/day reset N ID), one day (scripts/day reset N) or everything "
            "(scripts/day reset --all)?",
            2);
    std::string lesson_slug, break_id;
    std::optional<Lesson> lesson;
    if (!all) {
        lesson = lesson_named(tree, day);
        lesson_slug = slug_of(*lesson);
        // A break that the lesson no longer has can be forgotten too.
        if (!id.empty() && !read_progress().find(lesson_slug, id))
            break_id = break_named(*lesson, exercises_of(tree, *lesson), id).id;
        else
            break_id = id;
    }
    std::size_t forgotten = 0;
    change_progress([&](Progress& progress) {
        forgotten = std::erase_if(progress.entries, [&](const Entry& entry) {
            return all || (entry.lesson == lesson_slug && (id.empty() || entry.id == break_id));
        });
    });
    fmt::print("{}",
               flow(fmt::format("{} forgotten in {}", forgotten == 1 ? "1 entry" : fmt::format("{} entries", forgotten),
                                progress_file().string())));
    print_next(all          ? ""
               : id.empty() ? fmt::format("show {}", lesson->number)
                            : fmt::format("show {} {}", lesson->number, break_id));
    return 0;
}

}  // namespace day
