// The table of docs/faults.md: what the checker must find in each program of verify/tests/faults, and what
// compute-sanitizer found there on a GPU (verify/tests/faults/expected/, by sanitize.sh).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace day {

// Failure when a program is not in the recording, when one of its rows disagrees and expected/reasons.txt does not say
// why, or when a reason fits no such row.
std::string faults_table(const std::vector<std::filesystem::path>& programs, const std::filesystem::path& page_folder);

}  // namespace day
