// Qualifiers of functions and variables. On the CPU device host and device share one instruction set and one memory, so
// most mean nothing. `__shared__` is the exception: the rewriter turns its declarations into cpu/shared_memory.h.
#pragma once

#if defined(DAYBREAK_CHECK) || defined(DAYBREAK_PASS)
// The rewriter reads them, and then removes them: verify/cpu/rewrite/check_marks.h and two_passes.h
#define __global__ __global__
#define __device__ __device__
#define __host__ __host__
#define __constant__ __constant__
#define __managed__ __managed__
#else
// A kernel is compiled without regard to its launches, as on a GPU: else the host compiler removes the write through a
// pointer that it sees to be null, and the fault that it should be.
#define __global__ __attribute__((noipa))
#define __device__
#define __host__
#define __constant__
#define __managed__
#endif
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
