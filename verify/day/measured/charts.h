// Charts of measurements, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "verify/day/measured/measurement.h"

namespace day {

// What gnuplot is told, data and all; "" when there is too little to draw.

// A lesson's rates over the sizes of its problems: each kernel, what it is measured beside, the ceiling. A problem's
// size is its name where that is a number; others are left out. It takes three sizes.
std::string sweep_script(const std::vector<MeasuredRow>& rows);

// Flops a second over flops a byte, below the ceilings of `device`: every row that says both. `names` has one for each.
std::string roofline_script(const std::string& device, const std::vector<std::string>& names,
                            const std::vector<MeasuredRow>& rows);

// Is `file` what gnuplot made of this script? (It says so itself.)
bool is_drawn(const std::filesystem::path& file, const std::string& script);

// Draws it. Failure when gnuplot is missing or complains.
void draw(const std::filesystem::path& file, const std::string& script);

}  // namespace day
