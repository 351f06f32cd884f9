// What the pages must say: the words that a break turns on, and what stands there only until a later day is written.
#pragma once

#include <string>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/pages/pages.h"

namespace day {

// Of a lesson's breaks, what their `turns_on` names and no page has. An entry is words of the day's own page,
// `day 2: words` of an earlier day's, two or more and whole, or `glossary: term`; how they are set, and the list of
// breaks, do not count. A break of level 1 or 2 must have one: its reader can find the answer.
std::vector<Problem> unfounded(const Tree& tree, const Lesson& lesson, const std::vector<Lesson>& lessons);

// The lines that end in `<!-- until day 13 -->` although day 13 is there: it explains now what they explained.
std::vector<Problem> outlived(const fs::path& page, const std::vector<Lesson>& lessons);

}  // namespace day
