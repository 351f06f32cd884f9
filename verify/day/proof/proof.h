// What was found out about a break, and the verdicts that can be given of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/breaks.h"
#include "verify/day/course/course.h"
#include "verify/day/course/evidence.h"
#include "verify/day/trial/device.h"
#include "verify/day/trial/trial.h"

namespace day {

enum class Verdict {
    proved,
    wrong_set,   // other gates fail, or the checker says something else
    survived,    // nothing happens, and something should
    stale,       // what an edit looks for is not in the program any more
    ambiguous,   // or stands there twice
    no_op,       // the edit changes nothing that is executed
    unbuilt,     // the copy does not compile, or only with warnings
    incomplete,  // the program ends before it has checked every gate
    hang,
    crash,
    flaky,      // the orders disagree
    thin,       // the right gates, too close to their allowances
    unseen,     // a finding of the CPU device's checker of which this GPU shows nothing: not proved, and no fault
    recorded,   // it is about a device that is not here, and that device's evidence, which holds, says PROVED
    elsewhere,  // the same, and no evidence says so
};
bool is_fault(Verdict verdict);
const char* verdict_word(Verdict verdict);  // "PROVED", "WRONG-SET", ...

// A failing gate must be this far over its allowance, and a passing one this far below: in percent of it.
constexpr double LEAST_FAILING = 300.0, MOST_PASSING = 100.0 / 3.0;

// One run of a proof.
struct OrderRun {
    std::string order;
    bool check_build = false;
    Trial trial;
};

// What was found out about a break; judge() makes the verdict of it.
struct Proof {
    Break exercise;
    Verdict verdict = Verdict::incomplete;  // until judge() finds nothing against it
    std::string why;                        // of any other verdict: what was stated and what was found, as one line
    std::vector<std::string> notes;         // of a proved one: what else is worth knowing
    std::vector<OrderRun> runs;
    bool elsewhere = false;  // this device cannot show it
    bool no_op = false;
    bool asked_nvcc = false;                // nvcc was there
    std::string nvcc_error;                 // and refuses the text
    std::string nvcc_log;                   // or compiles it and says this
    std::optional<Trial> plain;             // without --all-gates
    std::optional<Trial> again;             // the first order once more
    std::string sanitizer;                  // on a GPU, of a stated finding: the last word of compute-sanitizer
    std::optional<bool> sanitizer_finds{};  // and whether it reports anything; none: it did not come to a word
    bool kept = false;                      // nothing was built for it
    std::vector<EditedLines> lines;
    std::vector<std::pair<int, int>> race_lines{};  // first and last: where a race or a wrong barrier may be its doing
    std::optional<Trial> scrambled;                 // what came from the device was inverted: which gates look at it?
    std::vector<RecordedBreak> evidence{};          // what GPUs' recorded runs say of it
    double cpu_build = 0.0, cpu_check = 0.0, cpu_ptx = 0.0, cpu_run = 0.0, cpu_check_run = 0.0;

    double cpu() const { return cpu_build + cpu_check + cpu_ptx + cpu_run + cpu_check_run; }
    bool nothing_happens() const;  // every run ends, no gate fails, and the checker finds nothing
    // How a gate did in all runs that are not the check build's.
    bool fails_always(const std::string& gate) const;
    bool fails_sometimes(const std::string& gate) const;
};

// What the unbroken program does, in each order.
struct Clean {
    struct Run {
        std::vector<std::string> measured;  // gates that this device can measure
        std::vector<CheckName> checks;
        double seconds = 0.0, cpu_seconds = 0.0;  // of the longest order
    };
    std::vector<std::string> gates;                         // as the program declares them
    std::map<std::vector<std::string>, Run> with;           // by the flags of the breaks
    std::string program{};                                  // name of the file, as findings call it
    std::map<std::vector<std::string>, Trial> scrambled{};  // like `with`
    double cpu_spent = 0.0;                                 // in all, this time: what is remembered costs nothing

    const Run& of(const Break& exercise) const;  // that with the break's flags
    std::vector<std::string> measured() const;   // with any flags
};

}  // namespace day
