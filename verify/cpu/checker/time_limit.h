// The processor time that `day check` and `day counts` give a program.
#pragma once

namespace cpu_device::checker {

// From now on, when the time is over (RLIMIT_CPU), the program says who still runs, and ends by the signal.
void watch_time();

}  // namespace cpu_device::checker
