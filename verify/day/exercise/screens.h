// What the screens of the learner's loop share: diffs, places, tables of what a copy did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/trial/trial.h"

namespace day {

// The lesson's program with the break in it, as lines, without what is there for the compiler only.
std::vector<std::string> broken_lines(const Tree& tree, const Lesson& lesson, const Break& exercise);

// A unified diff from the lesson's program to `after`. `file` is what the places name.
std::string diff_screen(const Tree& tree, const Lesson& lesson, const std::vector<std::string>& after);

// The path as a terminal can follow it: relative where it is read from the repository itself, else whole.
std::string clickable(const Tree& tree, const fs::path& path);

// The percentage of an allowance as the gates print it.
std::string percent_text(double percent);

// What each gate did, what the checker found, how it ended: rows of a table. `places`: with the lines of findings.
std::vector<std::vector<std::string>> trial_rows(const Lesson& lesson, const Trial& plain,
                                                 const std::optional<Trial>& checked, bool places);

// "line 78, 82" of the lesson's program, or "check.h:20", where the first finding of that word is.
std::string place_of(const Lesson& lesson, const std::vector<Finding>& findings, const std::string& word);

// The first finding of each word in plain words, after its file and line.
std::string findings_text(const Tree& tree, const std::vector<Finding>& findings);

// So many of the hints, numbered, and whether there are more.
std::string hints_text(const std::vector<std::string>& hints, int shown);

// The compiler's first error, as a line; "" when it had none.
std::string first_error(const Trial& trial);

}  // namespace day
