// The glossary: one term a day, defined in that day's page, gathered in docs/glossary.md.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

// A term as a page defines it:
//
//     <!-- term -->
//     A [grid](../../docs/glossary.md#grid) is all the threads of one launch.<!-- /term -->
struct Term {
    std::string name;  // "grid": the text of the first link
    std::string text;  // "A **grid** is all the threads of one launch."
    int line = 1;      // of the mark in the page
};

// The place of a term in docs/glossary.md: "grid-stride loop" -> "grid-stride-loop".
std::string anchor_of(std::string_view term);

// The one term that the text of a lesson's page defines. Throws Failure where there is none or more than one, where the
// marks are not a pair, and where the definition does not link the term to its place in the glossary. `line` is where
// the fault is.
Term term_of(std::string_view page, int& line);

// The entries of the glossary in the order of the alphabet, each with a link to its day. `terms`: the lesson and what
// its page defines. Throws Failure where two days define the same term.
std::string glossary_of(std::vector<std::pair<const Lesson*, Term>> terms);

}  // namespace day
