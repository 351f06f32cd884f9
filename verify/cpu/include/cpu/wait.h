// Waiting that is no barrier of the block and no warp function: for a word in memory to change (cuda::barrier,
// cuda::pipeline, cuda::atomic::wait), for the lanes of a warp to come together, for the whole grid. A thread that
// waits costs nothing, and the others run on; if they cannot, the kernel ends with a line for each place where threads
// wait.
#pragma once

#include "cpu/where.h"

namespace cpu_device {

// The 1, 2, 4 or 8 bytes at `address`, of which the bits of `mask` equal `value`.
struct Word {
    const void* address;
    unsigned bytes;
    unsigned long long mask, value;
};

// Suspends the calling thread for as long as that is so. It goes on late: when no other thread of its block can.
void wait_while(const Word& word, const Where& where);

// For a loop that waits without a pause: every so many calls by a block let its other threads run.
void look();
// Lets them run at once, as __nanosleep() does.
void pause();

// The lanes of the calling thread's warp that come to this place together with it: waits until every other lane has
// come here too, or has exited, or waits somewhere else.
unsigned converge(const Where& where);

// Of a grid launched by cudaLaunchCooperativeKernel: is this one? And its barrier, in two halves: each thread of the
// block must come to the first. In any other grid, the barrier ends the kernel with an error.
bool in_cooperative_grid();
unsigned long long arrive_at_grid(const Where& where);
void wait_for_grid(unsigned long long arrival, const Where& where);

// Ends the kernel with cudaErrorLaunchFailure: `what` the calling thread did wrong, and where.
[[noreturn]] void misused(const char* what, const Where& where);

}  // namespace cpu_device
