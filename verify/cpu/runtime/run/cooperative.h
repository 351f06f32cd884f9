// A cooperative grid (cudaLaunchCooperativeKernel): all its blocks are there at once, each in a worker of its own with
// its threads, fibers and shared memory, and one OS thread runs them in turn. A block runs until none of its threads
// can, or one naps; then the next has its turn. Ordinary grids know nothing of this.
#pragma once

#include "verify/cpu/runtime/run/block.h"

namespace cpu_device {

bool fits_cooperatively(const LaunchConfig& config);  // do all its blocks fit onto the device at once?
Fault run_cooperatively(const Grid& grid);            // prints what the kernel prints

}  // namespace cpu_device
