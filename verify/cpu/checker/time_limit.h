// The processor time that `day check` and `day counts` give a program.
#pragma once

namespace cpu_device::checker {

// From now on, when the time is over (RLIMIT_CPU), the program says who still runs, and ends by the signal.
void watch_time();

// What is told then: which kernels took the time, and how far the last one came.
void kernel_begins();
void kernel_ends();
extern unsigned long long blocks_done;  // of the running grid

}  // namespace cpu_device::checker
