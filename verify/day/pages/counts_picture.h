// The picture of one request: which lane touches which sector of global memory, or which bank of shared memory.
#pragma once

#include <string>

#include "verify/day/trial/counted.h"

namespace day {

// An SVG of the line's sample: the lanes above, the sectors or banks that they touch below.
std::string counts_picture(const CountedKernel& kernel, const CountedLine& line);

}  // namespace day
