// What differs between two texts, line by line.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace day {

// A stretch of lines that was exchanged for another one. Lines count from 0; either side may be empty.
struct Change {
    int old_begin = 0, old_end = 0;
    int new_begin = 0, new_end = 0;
};

// The fewest lines, as stretches in order.
std::vector<Change> changes_of(const std::vector<std::string>& before, const std::vector<std::string>& after);

// A unified diff with three lines of context. Above each piece stands `place:LINE:`, its first changed line in
// `before`, which editors and terminals follow, and what `region` says of that line (counted from 1). Coloured on a
// terminal.
std::string unified(const std::vector<std::string>& before, const std::vector<std::string>& after,
                    const std::string& place, const std::function<std::string(int)>& region);

}  // namespace day
