// The pages: their generated regions (excerpts, recorded runs, breaks, tables), and the rules that each must keep.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

struct Problem {
    fs::path file;
    int line = 1;
    std::string text;    // what is wrong
    std::string remedy;  // the command or the change that mends it
};

// One page, its regions generated anew.
struct Page {
    std::string text;               // what the page should be
    std::vector<int> drifted;       // lines of the marks whose regions differ from that
    std::vector<int> aged;          // those that differ only in how old they call a run of the same program
    std::vector<Problem> problems;  // what cannot be generated, or breaks a rule for pages
};

// Generates the regions of the page `file`, whose text is `text`. `lesson` is the lesson whose page it is, or null.
//
//     <!-- excerpt: forward_pass.cu#linear_relu -->   and a ```cpp fence: a function or an ANCHOR region; the file is
//                                                     sought beside the page, then from the repository's root
//     <!-- evidence: cpu run -->                      and a ```text fence: a section of a recorded run; outside a
//                                                     lesson's page the day comes first: `evidence: 99 cpu run`
//     <!-- breaks --> ... <!-- /breaks -->            the breaks of the lesson, without the answers
//     <!-- days --> ... <!-- /days -->                the table of days
//     <!-- conformance --> ... <!-- /conformance -->  the table of verify/tests/conformance
//     <!-- forms --> ... <!-- /forms -->              the table of verify/tests/forms
//     <!-- counts --> ... <!-- /counts -->            the table of verify/tests/counts
//     <!-- faults --> ... <!-- /faults -->            the table of verify/tests/faults
//     <!-- glossary --> ... <!-- /glossary -->        the terms that the days' pages define
//     (verify/day/course/glossary.h)
//     <!-- performance --> ... <!-- /performance -->  a table of everything that was measured
//     <!-- ladder: 42-50 4096 --> ... <!-- /ladder -->  of these days the rows of that problem
//
// `evidence: h200 bench` quotes a measurement. Charts are drawn from measurements beside the pages.
//
// A mark starts its line and stands outside fences; a fence that it lacks is added.
// Rules for every page: no C++ fence without an excerpt mark above it, every picture exists, every link leads somewhere
// (links.h), every figure that is marked as recorded stands in its section (recorded.h). Rules for a lesson's page: it
// starts with the program's title, has the list of breaks, defines one term, has at most 6 excerpts, is at least 60
// lines long, and at most 150 of its lines are written by hand (generated lines do not count).
Page generate_page(const Tree& tree, const fs::path& file, std::string_view text, const Lesson* lesson);

// `day pages`: rewrites the generated regions of the pages, or with `check_only` says which are not as they should be.
// No paths = all pages.
int pages(const Tree& tree, bool check_only, const std::vector<std::string>& paths);

}  // namespace day
