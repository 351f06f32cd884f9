// Who am I: threadIdx, blockIdx, blockDim, gridDim, warpSize, and the clocks.
#pragma once

#include <time.h>

#include "cpu/vector_types.h"

// One copy for each worker of the CPU device (an OS thread). A worker runs one block at a time and one thread of it at
// a time, and sets these before that thread runs on.
extern constinit thread_local uint3 threadIdx;
extern constinit thread_local uint3 blockIdx;
extern constinit thread_local dim3 blockDim;
extern constinit thread_local dim3 gridDim;

constexpr int warpSize = 32;

namespace cpu_device {
// Does a kernel run on this OS thread, or host code? A function for both asks, where __CUDA_ARCH__ makes a difference.
bool in_kernel();
}  // namespace cpu_device

// Nanoseconds of the host's clock: they order events, and mean nothing as a measure of a GPU. In a kernel, clock() of
// <time.h> counts them too.
long long clock64();
unsigned long long globaltimer();
