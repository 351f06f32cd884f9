// The CUDA runtime of the CPU device: what nvcc includes by itself, and so does cpucc. One file a feature; find yours
// by its name.
#pragma once

#include "cpu/atomics.h"
#include "cpu/barrier.h"
#include "cpu/device.h"
#include "cpu/errors.h"
#include "cpu/event.h"
#include "cpu/intrinsics.h"
#include "cpu/launch.h"
#include "cpu/math.h"
#include "cpu/memory.h"
#include "cpu/printf.h"
#include "cpu/qualifiers.h"
#include "cpu/shared_memory.h"
#include "cpu/stream.h"
#include "cpu/thread.h"
#include "cpu/vector_types.h"
#include "cpu/warp.h"
