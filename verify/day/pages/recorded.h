// Recorded runs on pages: the sections that they quote, the figures that their prose takes from them, and how old a
// page says that a run is.
#pragma once

#include <string>
#include <vector>

#include "verify/day/course/evidence.h"
#include "verify/day/pages/pages.h"

namespace day {

// A section of a lesson's evidence.
struct Quote {
    Lesson lesson;
    std::string file;  // as a reader knows it
    Section section;
    Validity validity;
    std::string again;  // the command that records it anew
};

// What `name` is on the page of `lesson`, or on a page of no lesson: `cpu run`, `99 cpu run`. Failure when there is
// none or when the file was edited by hand; `remedy` is what mends that.
Quote quote_of(Contents& now, const std::string& name, const Lesson* lesson, std::string& remedy);

// The lines without what they say of the age of runs: "(older: ...)", "cpu pass (stale)".
std::vector<std::string> without_ages(const std::vector<std::string>& lines);

// The figures of a page that their section does not hold. `<!-- from: h200 run -->425<!-- /from -->`: this very text
// stands there, and is no part of a longer word or number.
std::vector<Problem> wrong_figures(Contents& now, const fs::path& page, const Lesson* lesson);

// The evidence files of a lesson that were edited by hand.
std::vector<Problem> edited_evidence(Contents& now, const Lesson& lesson);

}  // namespace day
