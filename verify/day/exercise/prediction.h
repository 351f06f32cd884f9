// A prediction: what may be said of a break, what it did, and how well the two agree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/trial/trial.h"

namespace day {

// ---- What may be said ---------------------------------------------------------------------------

bool is_finding(const std::string& word);  // race, memory, init, sync
bool is_outcome(const std::string& word);  // crash, hang, nobuild

// A prediction: the words, which commas and `and` may separate too, in the order of the gates, each once; {} for
// `none`. Failure (usage) when a word is neither a gate nor one of the others, or `none` or an outcome stands beside
// others.
std::vector<std::string> prediction_of(const Lesson& lesson, const std::vector<std::string>& typed_words);

// The words, gates first and in their order, each once.
std::vector<std::string> in_order(const std::vector<std::string>& gates, const std::vector<std::string>& words);

// "C C_ragged", "none": as one types it.
std::string typed(const std::vector<std::string>& words);

// ---- What happened ------------------------------------------------------------------------------

struct Seen {
    std::vector<std::string> did;       // gates that fail, findings, outcome
    std::vector<std::string> optional;  // of these and others: what depends on order and device, or comes besides
    bool counts(const std::string& word) const;
};

// `plain` is the ordinary build's trial, `checked` the check build's, where that ran.
Seen seen_of(const Break& exercise, const Trial& plain, const std::optional<Trial>& checked);

// Size of the intersection over the size of the union; what is optional counts only where it was said and happened.
struct Score {
    int hit = 0, of = 0;
};
Score score_of(const std::vector<std::string>& said, const Seen& seen);

// What breaks.toml states: "C_ragged and C_hand fail", "every gate passes", ...
std::string stated(const Break& exercise);

// Nothing of what is stated fails a gate: only such a break can be killed.
bool survives(const Break& exercise);

}  // namespace day
