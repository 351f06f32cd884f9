// Which breaks a lesson has, what they are called, and how to tell that one of them is not the one it was.
#pragma once

#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"

namespace day {

// The breaks of a lesson for a learner: drafts are among them.
std::vector<Break> exercises_of(const Tree& tree, const Lesson& lesson);

// The break of that id, or the only one whose id begins so. Failure that names them all.
const Break& break_named(const Lesson& lesson, const std::vector<Break>& breaks, const std::string& id);

// The breaks of a lesson that is only one of many: none where they cannot be read, which others complain about.
std::vector<Break> readable_breaks(const Tree& tree, const Lesson& lesson);

// A number of sixteen digits that is another one when the break's edits or what it is stated to do change: what was
// learnt of the old one is not known of the new one. Hints and reasons do not count.
std::string break_hash(const Break& exercise);
std::string breaks_hash(const std::vector<Break>& breaks);  // of all of them, ids included

const char* level_text(int level);  // "read the code", ...

}  // namespace day
