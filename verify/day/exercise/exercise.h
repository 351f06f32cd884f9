// A break as an exercise: what it is good for, where the learner's copies of it lie, what to type next, and how one is
// run.
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

// The hashes of those that were solved or given up as riddles.
std::vector<std::string> solved_riddles(const Progress& progress, const Lesson& lesson);

// Where the learner's own copies lie: beside the progress file, so that no build folder takes them along.
fs::path copies_folder();

// What to type after this break, or with none after the lesson's last: the next open break, the next lesson's run, ...
std::string next_command(const Tree& tree, const Progress& progress, const Lesson& lesson, const Break* after);

// What was begun last: the entry of a lesson that is still there, and its break if that is too.
struct Last {
    const Lesson* lesson = nullptr;
    std::optional<Break> exercise;
};
Last last_of(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons);

// What to type when nothing is at hand: what was begun last goes on. `lessons`: all. "" when none can be run.
std::string next_of_all(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons);

// Runs what may take a while, with a line on the terminal that says so. On the CPU device the limit is one of the
// processor's time: a busy machine makes no hang.
Trial tried(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
            const TrialOptions& options, const std::string& what);

// A text that was edited by hand, so that the compiler's messages name the file that it stands in.
std::string with_place(const std::string& text, const fs::path& file);

}  // namespace day
