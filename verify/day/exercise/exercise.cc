#include "verify/day/exercise/exercise.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/day/base/diff.h"
#include "verify/day/base/files.h"
#include "verify/day/base/screen.h"
#include "verify/day/exercise/prediction.h"
#include "verify/day/exercise/screens.h"
#include "verify/day/exercise/standing.h"
#include "verify/day/exercise/writing.h"

namespace day {

std::string call_to_kill(const Lesson& lesson, const Break& exercise) {
    const bool found = exercise.expect == Expect::finding;
    return prose(fmt::format("No gate sees it{}. Is there data that would{}? scripts/day kill {} {}",
                             found ? "; the checker does" : "", found ? "" : ", or is nothing wrong with it",
                             lesson.number, exercise.id));
}

namespace {

// What it does can be seen, and the program says more than that it does not build.
bool shows(const Break& exercise) {
    const bool seen = !survives(exercise) || exercise.expect == Expect::finding;  // a riddle is put to the checker
    return seen && exercise.outcome != "nobuild" && exercise.device != "gpu";
}

// Do both leave the same table? What may fail tells nobody anything.
bool same_table(const Break& a, const Break& b) {
    return a.fail == b.fail && a.finding == b.finding && a.outcome == b.outcome;
}

}  // namespace

std::vector<int> touched_lines(const Tree& tree, const Lesson& lesson, const Break& exercise) {
    std::vector<int> lines;
    for (const Change& change : changes_of(lines_of(read_file(lesson.program)), broken_lines(tree, lesson, exercise))) {
        if (change.old_begin == change.old_end) lines.insert(lines.end(), {change.old_begin, change.old_begin + 1});
        for (int line = change.old_begin; line < change.old_end; ++line) lines.push_back(line + 1);
    }
    return lines;
}

std::vector<const Break*> riddles_of(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks) {
    std::vector<const Break*> riddles;
    for (const Break& exercise : breaks) {
        if (!shows(exercise)) continue;
        const std::vector<int> own = touched_lines(tree, lesson, exercise);
        const auto explains_it_too = [&](const Break& other) {
            if (&other == &exercise || !shows(other) || !same_table(other, exercise)) return false;
            const std::vector<int> lines = touched_lines(tree, lesson, other);
            return std::any_of(lines.begin(), lines.end(),
                               [&](int line) { return std::find(own.begin(), own.end(), line) == own.end(); });
        };
        if (std::none_of(breaks.begin(), breaks.end(), explains_it_too)) riddles.push_back(&exercise);
    }
    return riddles;
}

std::vector<const Break*> open_riddles(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks,
                                       const Progress& progress) {
    std::vector<const Break*> riddles = riddles_of(tree, lesson, breaks);
    const std::vector<std::string> solved = solved_riddles(progress, lesson);
    std::erase_if(riddles, [&](const Break* riddle) { return in(solved, break_hash(*riddle)); });
    return riddles;
}

std::vector<std::string> solved_riddles(const Progress& progress, const Lesson& lesson) {
    const Entry* entry = progress.find(slug_of(lesson), "");
    return entry ? entry->words("solved") : std::vector<std::string>{};
}

Tally& Tally::operator+=(const Tally& more) {
    over += more.over, right += more.right, breaks += more.breaks;
    written += more.written, kernels += more.kernels;
    return *this;
}

std::string Tally::text() const {
    std::string text = fmt::format("{} of {} breaks, {} exactly right", over, breaks, right);
    if (kernels > 0) text += fmt::format("; {} of {} kernels written", written, kernels);
    return text + ".";
}

Tally tally_of(const Progress& progress, const Lesson& lesson, const std::vector<Break>& breaks,
               const std::vector<KernelTask>& kernels) {
    Tally tally{.breaks = int(breaks.size()), .kernels = int(kernels.size())};
    for (const Break& exercise : breaks) {
        const Standing standing = standing_of(progress, lesson, exercise);
        tally.over += standing.over(), tally.right += standing.right();
    }
    for (const KernelTask& kernel : kernels)
        tally.written += writing_of(progress, lesson, kernel).state == Writing::State::written;
    return tally;
}

std::string next_command(const Tree& tree, const Progress& progress, const Lesson& lesson, const Break* after) {
    const std::vector<Break> breaks = readable_breaks(tree, lesson);
    const auto is_after = [&](const Break& exercise) { return after && exercise.id == after->id; };
    const std::vector<KernelTask> kernels = readable_kernels(tree, lesson);
    const auto is_open = [&](const Break& exercise) { return !standing_of(progress, lesson, exercise).over(); };
    const auto to_write = std::find_if(kernels.begin(), kernels.end(), [&](const KernelTask& kernel) {
        return !writing_of(progress, lesson, kernel).over();
    });
    std::string write = to_write == kernels.end() ? "" : fmt::format("write {} {}", lesson.number, to_write->name);
    // Whoever has just predicted the last break of level 1 knows the program well enough to write its kernel; who goes
    // on without it is asked again when no break is left.
    const bool has_read =
        after && after->level == 1 &&
        std::none_of(breaks.begin(), breaks.end(), [&](const Break& one) { return one.level == 1 && is_open(one); });
    if (has_read && !write.empty()) return write;
    const std::size_t here = std::find_if(breaks.begin(), breaks.end(), is_after) - breaks.begin();
    const std::size_t start = here == breaks.size() ? 0 : here + 1;
    for (std::size_t k = 0; k < breaks.size(); ++k) {
        const Break& exercise = breaks[(start + k) % breaks.size()];
        if (is_open(exercise)) return fmt::format("show {} {}", lesson.number, exercise.id);
    }
    if (!write.empty()) return write;
    // This lesson is done: the first one behind it, or from the beginning, that is not.
    const std::vector<Lesson> lessons = lessons_of(tree);
    for (const bool behind : {true, false})
        for (const Lesson& other : lessons) {
            if ((other.number > lesson.number) != behind) continue;
            for (const Break& exercise : readable_breaks(tree, other))
                if (!standing_of(progress, other, exercise).over()) return fmt::format("run {}", other.number);
            for (const KernelTask& kernel : readable_kernels(tree, other))
                if (!writing_of(progress, other, kernel).over())
                    return fmt::format("write {} {}", other.number, kernel.name);
        }
    const bool open = !open_riddles(tree, lesson, breaks, progress).empty();
    return fmt::format("{} {}", open ? "whodunit" : "try", lesson.number);
}

Last last_of(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons) {
    for (auto entry = progress.entries.rbegin(); entry != progress.entries.rend(); ++entry)
        for (const Lesson& lesson : lessons) {
            if (!lesson.problem.empty() || slug_of(lesson) != entry->lesson) continue;
            Last last{&lesson, {}, {}};
            for (const Break& exercise : readable_breaks(tree, lesson))
                if (exercise.id == entry->id) last.exercise = exercise;
            for (const KernelTask& kernel : readable_kernels(tree, lesson))
                if (std::string(WRITE) + kernel.name == entry->id) last.kernel = kernel;
            return last;
        }
    return {};
}

std::string next_of_all(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons) {
    const Last last = last_of(tree, progress, lessons);
    if (!last.lesson) {
        const auto usable = [](const Lesson& lesson) { return lesson.problem.empty(); };
        const auto first = std::find_if(lessons.begin(), lessons.end(), usable);
        return first == lessons.end() ? "" : fmt::format("run {}", first->number);
    }
    if (last.kernel && !writing_of(progress, *last.lesson, *last.kernel).over())
        return fmt::format("write {} {}", last.lesson->number, last.kernel->name);
    if (last.exercise) {
        const Standing standing = standing_of(progress, *last.lesson, *last.exercise);
        const std::string named = fmt::format("{} {}", last.lesson->number, last.exercise->id);
        if (standing.state == Standing::State::said) return "predict " + named;
        if (standing.state == Standing::State::open) return "show " + named;
    }
    return next_command(tree, progress, *last.lesson, last.exercise ? &*last.exercise : nullptr);
}

}  // namespace day
