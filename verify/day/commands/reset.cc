#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/commands/learn.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/progress.h"
#include "verify/day/exercise/own_copy.h"

namespace day {

namespace {

// The name in the progress file of the break, or of the kernel, that is meant.
std::string exercise_id(const Tree& tree, const Lesson& lesson, const std::string& typed) {
    for (const KernelTask& kernel : readable_kernels(tree, lesson))
        if (kernel.name == typed) return std::string(WRITE) + kernel.name;
    return break_named(lesson, exercises_of(tree, lesson), typed).id;
}

std::string counted(long count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

}  // namespace

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
        break_id = id.empty() || read_progress().find(lesson_slug, id) ? id : exercise_id(tree, *lesson, id);
    }
    const auto is_meant = [&](const Entry& entry) {
        return all || (entry.lesson == lesson_slug && (id.empty() || entry.id == break_id));
    };
    const std::string file = progress_file().string();
    long breaks = 0, kernels = 0;  // the entry of a lesson itself is its riddle
    std::string kept;              // where the old file is now
    change_progress([&](Progress& progress) {
        for (const Entry& entry : progress.entries)
            if (is_meant(entry) && !entry.id.empty()) ++(entry.id.starts_with(WRITE) ? kernels : breaks);
        if (all && !progress.entries.empty()) {
            kept = free_old_name(file).string();
            write_file(kept, read_file(file));
        }
        std::erase_if(progress.entries, is_meant);
    });
    std::string forgotten = breaks > 0 || kernels == 0 ? counted(breaks, "break") : "";
    if (kernels > 0) forgotten += (forgotten.empty() ? "" : " and ") + counted(kernels, "kernel");
    fmt::print("{}", flow(fmt::format("{} forgotten in {}{}", forgotten, file,
                                      kept.empty() ? "" : fmt::format("; the old file is now {}", kept))));
    print_next(all                           ? ""
               : id.empty()                  ? fmt::format("show {}", lesson->number)
               : break_id.starts_with(WRITE) ? fmt::format("write {} {}", lesson->number, break_id.substr(WRITE.size()))
                                             : fmt::format("show {} {}", lesson->number, break_id));
    return 0;
}

}  // namespace day
