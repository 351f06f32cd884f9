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

// The kernels of such a lesson that can be written here: none where they cannot be read, and none that only a GPU runs.
std::vector<KernelTask> readable_kernels(const Tree& tree, const Lesson& lesson);

// The kernel of that name, or the only one whose name begins so. Failure that names them all.
const KernelTask& kernel_named(const Lesson& lesson, const std::vector<KernelTask>& kernels, const std::string& name);

// The breaks of a lesson, and behind them each of its kernels without its body. These run as the breaks do: with no
// flags where a break has none, else with those of the first.
std::vector<Break> with_kernels(const Tree& tree, const Lesson& lesson, std::vector<Break> breaks);

// A number of sixteen digits that is another one when the break's edits or what it is stated to do change: what was
// learnt of the old one is not known of the new one. Hints and reasons do not count.
std::string break_hash(const Break& exercise);
std::string breaks_hash(const std::vector<Break>& breaks);  // of all of them, ids included

const char* level_text(int level);  // "read the code", ...

}  // namespace day
