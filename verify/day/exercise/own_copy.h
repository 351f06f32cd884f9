// A learner's own copy of a lesson's program: made, run, and what it did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/day/course/course.h"
#include "verify/day/trial/trial.h"

namespace day {

// Where the copies lie: beside the progress file, so that no build folder takes them along.
fs::path copies_folder();

// FILE.old, or the first of FILE.old2, ... that is free.
fs::path free_old_name(const fs::path& file);

// Makes the file, with this text, where there is none. `fresh`: in any case. Another text that was there is then kept
// under free_old_name(). Returns where; "" where nothing had to be kept.
fs::path make_copy(const fs::path& file, const std::string& text, bool fresh);

// A text that was edited by hand, so that the compiler's messages name the file that it stands in.
std::string with_place(const std::string& text, const fs::path& file);

// Runs what may take a while, with a line on the terminal that says so. On the CPU device the limit is one of the
// processor's time: a busy machine makes no hang.
Trial tried(const Tree& tree, const Lesson& lesson, const std::string& source, const std::string& name,
            const TrialOptions& options, const std::string& what);

// What the copy did in one order, and with the checker where that could be asked.
struct Result {
    Trial plain;
    std::optional<Trial> checked;

    bool builds() const { return plain.end != Trial::End::nobuild; }
    bool found() const { return checked && !checked->findings.empty(); }
};
// `text`: what stands in the copy; it may be saved again while it runs.
Result result_of(const Tree& tree, const Lesson& lesson, const fs::path& copy, const std::string& text,
                 const std::string& name, const std::vector<std::string>& flags = {});

// The checker was ended before the program was, which it tells when it does not end so by itself: what it has not found
// may be there all the same.
bool cut_off(const Trial& plain, const Trial& checked);
bool cut_off(const Result& result);
std::string cut_off_text(const Trial& checked);  // "the checker did not come to its end (killed after 60 s)"

// The compiler's words where it does not build; else its table, and below what the checker found.
std::string result_text(const Tree& tree, const Lesson& lesson, const fs::path& copy, const Result& result);

}  // namespace day
