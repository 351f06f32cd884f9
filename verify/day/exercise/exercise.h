// The exercises of a day: what a break is good for, how much is done, what to type next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/course.h"
#include "verify/day/course/progress.h"
#include "verify/day/trial/trial.h"

namespace day {

// What says so of one that survives, and asks for data that fail a gate.
std::string call_to_kill(const Lesson& lesson, const Break& exercise);

// The lines of the lesson that the break touches, counted from 1. Where it only puts lines in, the two around.
std::vector<int> touched_lines(const Tree& tree, const Lesson& lesson, const Break& exercise);

// The breaks that can be found from what they do: it shows in a run, and no other break does the same on another line.
std::vector<const Break*> riddles_of(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks);

// Those of them that the learner has not seen.
std::vector<const Break*> open_riddles(const Tree& tree, const Lesson& lesson, const std::vector<Break>& breaks,
                                       const Progress& progress);

// The hashes of those that were solved or given up as riddles.
std::vector<std::string> solved_riddles(const Progress& progress, const Lesson& lesson);

// How much was done of a lesson, or of several.
struct Tally {
    int over = 0, right = 0, breaks = 0;  // predicted, told or found; of these exactly right; of so many
    int written = 0, kernels = 0;

    bool is_begun() const { return over + written > 0; }
    Tally& operator+=(const Tally& more);
    std::string text() const;  // "4 of 183 breaks, 1 exactly right; 1 of 36 kernels written."
};
Tally tally_of(const Progress& progress, const Lesson& lesson, const std::vector<Break>& breaks,
               const std::vector<KernelTask>& kernels);

// What to type after this break, or with none after the lesson's last: the next open break, a kernel to write, the next
// lesson's run, ...
std::string next_command(const Tree& tree, const Progress& progress, const Lesson& lesson, const Break* after);

// What was begun last: the entry of a lesson that is still there, and its break or its kernel if that is too.
struct Last {
    const Lesson* lesson = nullptr;
    std::optional<Break> exercise;
    std::optional<KernelTask> kernel;
};
Last last_of(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons);

// What to type when nothing is at hand: what was begun last goes on. `lessons`: all. "" when none can be run.
std::string next_of_all(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons);

}  // namespace day
