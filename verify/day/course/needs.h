// The order of the days: a lesson builds on earlier days only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "verify/day/course/course.h"

namespace day {

struct Misplaced {
    int line = 1;        // of the program
    std::string text;    // what is wrong
    std::string remedy;  // what mends it
};

// What the program of `lesson`, whose text is `program`, asks of days that are not earlier.
//
//     // Needs:  005-grid-stride, 008-device-memory      earlier days, ascending; `nothing` where there is none
//     #include "common/fill.h"                           only after the day that its first line names; at any time if
//                                                        that line says `A tool, no part of any day's idea.`
//
// A day that exists must be named as its folder is.
std::vector<Misplaced> misplaced(const Tree& tree, const Lesson& lesson, const std::vector<Lesson>& lessons,
                                 std::string_view program);

}  // namespace day
