// How far the learner is with each break, as the progress file has it.
#pragma once

#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/course/progress.h"

namespace day {

// How far the learner is with a break.
struct Standing {
    enum class State {
        open,     // nothing said yet
        said,     // a prediction is locked and was not put to the test
        done,     // predicted and run
        gave_up,  // the answer was asked for
        found,    // its line was, in a riddle: the answer was told
    } state = State::open;
    std::vector<std::string> said;
    int hit = 0, of = 0;   // the score
    int hints = 0;         // that were shown
    bool killed = false;   // a survivor that was made to fail
    bool changed = false;  // the break is another one than when this was written; it is open again

    bool right() const { return state == State::done && hit == of; }
    bool over() const { return state != State::open && state != State::said; }
};
Standing standing_of(const Progress& progress, const Lesson& lesson, const Break& exercise);

// "exactly right", "2 of 3", "given up", ...: the standing in a few words, "" while nothing happened.
std::string standing_text(const Standing& standing);

// The entry of a break, to be changed. What belongs to a break that was another one is forgotten.
Entry& entry_of(Progress& progress, const Lesson& lesson, const Break& exercise);

}  // namespace day
