// A break as the learner meets it: what was said of it, what it did, how well the two agree, and what comes next.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/catalogue.h"
#include "verify/day/course/course.h"
#include "verify/day/course/progress.h"
#include "verify/day/trial/trial.h"

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

// What says so of one that survives, and asks for data that fail a gate.
std::string call_to_kill(const Lesson& lesson, const Break& exercise);

// What it does can be seen, and the program says more than that it does not build.
bool is_riddle(const Break& exercise);

// The checker was ended before the program was, which it tells when it does not end so by itself: what it has not found
// may be there all the same.
bool cut_off(const Trial& plain, const Trial& checked);
std::string cut_off_text(const Trial& checked);  // "the checker did not come to its end (killed after 60 s)"

// ---- Screens ------------------------------------------------------------------------------------

// The lesson's program with the break in it, as lines, without what is there for the compiler only.
std::vector<std::string> broken_lines(const Tree& tree, const Lesson& lesson, const Break& exercise);

// A unified diff from the lesson's program to `after`. `file` is what the places name.
std::string diff_screen(const Tree& tree, const Lesson& lesson, const std::vector<std::string>& after);

// The path as a terminal can follow it: relative where it is read from the repository itself, else whole.
std::string clickable(const Tree& tree, const fs::path& path);

// The percentage of an allowance as the gates print it.
std::string percent_text(double percent);

// What each gate did, what the checker found, how it ended: rows of a table. `places`: with the lines of findings.
std::vector<std::vector<std::string>> trial_rows(const Lesson& lesson, const Trial& plain,
                                                 const std::optional<Trial>& checked, bool places);

// "line 78, 82" of the lesson's program, or "check.h:20", where the first finding of that word is.
std::string place_of(const Lesson& lesson, const std::vector<Finding>& findings, const std::string& word);

// The first finding of each word in plain words, after its file and line.
std::string findings_text(const Tree& tree, const std::vector<Finding>& findings);

// The compiler's first error, as a line; "" when it had none.
std::string first_error(const Trial& trial);

// Where the learner's own copies lie: beside the progress file, so that no build folder takes them along.
fs::path copies_folder();

// What to type after this break, or with none after the lesson's last: the next open break, the next lesson's run, ...
std::string next_command(const Tree& tree, const Progress& progress, const Lesson& lesson, const Break* after);

// What to type when nothing is at hand: what was begun last goes on. `lessons`: all. "" when none can be run.
std::string next_of_all(const Tree& tree, const Progress& progress, const std::vector<Lesson>& lessons);

// Runs what may take a while, with a line on the terminal that says so. On the CPU device the limit is one of the
// processor's time: a busy machine makes no hang.
Trial tried(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
            const TrialOptions& options, const std::string& what);

// A text that was edited by hand, so that the compiler's messages name the file that it stands in.
std::string with_place(const std::string& text, const fs::path& file);

}  // namespace day
