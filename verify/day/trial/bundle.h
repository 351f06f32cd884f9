// Many copies of one program as a single program: headers are read once, and a copy costs what its own text costs.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace day {

// Each text stands as it is in a namespace of its own, with its #line directives; its includes stand before all of
// them, once. `main` calls the main of the copy whose number the variable DAYBREAK_COPY has, and takes the variable
// away. None where a text cannot be moved so: it includes under a condition, or defines a macro before it includes.
// Whether the result compiles is the compiler's to say: a specialisation of somebody else's template, say, does not.
std::optional<std::string> bundled(const std::vector<std::string>& texts);

}  // namespace day
