// The tables of what was measured: docs/performance.md and the ladders on pages.
#pragma once

#include <string>
#include <vector>

#include "verify/day/course/evidence.h"

namespace day {

// A table for each device: every row of every lesson, and where ours is slower. `remedy` mends what it throws.
std::string performance_table(Contents& now, const fs::path& beside);

// `42-50 4096`: of these days, the rows of one problem, in the order of the days: rate, share of the ceiling, ratio.
// Failure when the words mean nothing or nothing was measured.
std::string ladder_table(Contents& now, const std::string& words, const fs::path& beside);

// The charts: one beside the page of each lesson that has three sizes (measured.svg), and docs/roofline.svg.
struct Chart {
    fs::path file;
    std::string script;
};
std::vector<Chart> charts_of(const Tree& tree);

}  // namespace day
