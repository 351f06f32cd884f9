// The time that a program may take which is looked at (`check`) or counted (`counts`).
#pragma once

#include <string>
#include <string_view>

#include "verify/day/base/process.h"

namespace day {

// Seconds of a processor: such a program is slow, but no lesson takes more than a few. What does not even use the
// processor may take so many times as long.
constexpr double LIMIT_S = 120.0, IDLE = 10.0;
constexpr int MOST_LIMIT_S = 24 * 60 * 60;  // of --limit

// How much --limit to ask for when a run only needs longer.
int longer(double limit_s);

// Is this the line in which the checker says who still runs when the time is over?
bool is_last_word(std::string_view line);

// Of a run that was ended: "forward did not end within 120 s of processor time", and which kernel still ran, and where.
std::string what_never_ended(std::string_view who, const Outcome& outcome, double limit_s);

}  // namespace day
