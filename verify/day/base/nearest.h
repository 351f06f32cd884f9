// What was meant, where a name was mistyped.
#pragma once

#include <string>
#include <vector>

namespace day {

// The one of `names` that differs from `typed` in few letters: put in, left out, wrong, or two exchanged; capitals do
// not count. "" when none is near.
std::string nearest(const std::string& typed, const std::vector<std::string>& names);

}  // namespace day
