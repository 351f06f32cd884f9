// What a lesson wrote with --report: one JSON object a check.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "verify/day/course/breaks.h"

namespace day {

struct Check {
    std::string case_name, gate;
    std::string verdict;          // pass, fail, n/a
    std::string kind{};           // check, exact, invariant, reference, n/a, unchecked
    double used = 0.0;            // percent of the allowance; infinity where it is NaN or could not be measured
    std::string shape{}, sees{};  // as the report has them
};

// The checks in the order in which they ran; none when there is no such file. A last line that was cut off (the
// program died while writing) is left out.
std::vector<Check> read_report(const std::filesystem::path& file);

// Does the table that the program printed have the rows of its report, in order? Why not, or "". A report is a file,
// which anybody may write; what was printed stays printed.
std::string contradiction(const std::vector<Check>& checks, const std::string& output);

// What the check build wrote of one finding.
struct Finding {
    std::string tool, kind;
    std::string text;   // as it was printed
    std::string place;  // its kind, array and lines: two runs' findings with one place are one
    std::string json;
    long count = 0;
    std::vector<std::pair<std::string, int>> lines{};  // file and line: of the access, and of a race's other one
};

// The tool of the checker, and of compute-sanitizer, that finds it: "racecheck", "memcheck", ...
std::string checker_of(const std::string& word);

// One of FINDINGS; "unchecked-launch" and "leak", which memcheck tells of as well, are called by their own names.
std::string finding_word(const Finding& finding);

// The words of all findings, each once.
std::vector<std::string> finding_words(const std::vector<Finding>& findings);

// The order of FINDINGS; of one kind, the order in which they were met.
void sort_findings(std::vector<Finding>& findings);

// In that order, without the advice: what is no fault, and only told.
std::vector<Finding> read_findings(const std::filesystem::path& file);
std::vector<Finding> read_advice(const std::filesystem::path& file);

// The gates that fail in at least one check, each once, in order.
std::vector<std::string> failed_gates(const std::vector<Check>& checks);

}  // namespace day
