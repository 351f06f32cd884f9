// The verdict on a break, from what it was stated to do and what it did.
#pragma once

#include <string>

#include "verify/day/proof/proof.h"

namespace day {

// Sets the verdict. Looks at nothing but its arguments.
void judge(const Clean& clean, Proof& proof, Device device);

}  // namespace day
