// The clocks of the host, which the check build may let leap: a second run in the same order prints other numbers then
// wherever they are a clock's, and only there.
#pragma once

namespace cpu_device::checker {

// DAYBREAK_CLOCK=leaps: every look at a clock finds it more than a second later.
void set_clocks();

}  // namespace cpu_device::checker
