// The table of docs/counts.md: what the CPU device counts of the programs in verify/tests/counts, and what a GPU's own
// counters say.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace day {

// The table that compares the `// expect:` lines of the programs with what was recorded in expected/h200.csv beside
// them, for a page in `page_folder`. Failure where they differ and expected/reasons.txt does not say why.
std::string counts_table(const std::vector<std::filesystem::path>& programs, const std::filesystem::path& page_folder);

}  // namespace day
