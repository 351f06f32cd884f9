#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"

namespace day {

int reset(const Tree& tree, const std::string& day, const std::string& id, bool all) {
    if (all != day.empty())
        throw Failure(
            "say what to reset: one break (scripts/day reset N ID), one day (scripts/day reset N) or everything "
            "(scripts/day reset --all)",
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
    const auto is_meant = [&](const Entry& entry) {
        return all || (entry.lesson == lesson_slug && (id.empty() || entry.id == break_id));
    };
    const std::string file = progress_file().string();
    long forgotten = 0;  // breaks: the entry of a lesson itself is its riddle
    bool kept = false;
    change_progress([&](Progress& progress) {
        forgotten = std::count_if(progress.entries.begin(), progress.entries.end(),
                                  [&](const Entry& entry) { return is_meant(entry) && !entry.id.empty(); });
        kept = all && !progress.entries.empty();
        if (kept) write_file(file + ".old", read_file(file));
        std::erase_if(progress.entries, is_meant);
    });
    fmt::print(
        "{}", flow(fmt::format("{} forgotten in {}{}", forgotten == 1 ? "1 break" : fmt::format("{} breaks", forgotten),
                               file, kept ? fmt::format("; the old file is now {}.old", file) : "")));
    print_next(all          ? ""
               : id.empty() ? fmt::format("show {}", lesson->number)
                            : fmt::format("show {} {}", lesson->number, break_id));
    return 0;
}

}  // namespace day
