// What the runs of one program print: is it the same, but for the order of its lines and for what a clock says?
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace day {

struct Difference {
    bool moved = false;                                // the same lines, in another order
    std::vector<std::string> by_clock;                 // lines that differ between two runs in one order as well
    std::vector<std::string> first_only, second_only;  // values that the order changes: lines of the one, of the other

    bool any() const { return moved || !by_clock.empty() || changes_values(); }
    bool changes_values() const { return !first_only.empty() || !second_only.empty(); }
};

// first, second: of two orders; first_again: of another run in the order of the first, asked for only where it decides.
Difference compare_printed(const std::string& first, const std::string& second,
                           const std::function<std::string()>& first_again);

}  // namespace day
