// The CUDA runtime of the CPU device: what nvcc includes by itself, and so does cpucc. One file a feature; find yours
// by its name. Every lesson pays for what is included here: <algorithm> alone was a tenth of its build.
#pragma once

#include "cpu/heap.h"  // before all that allocates

// What CUDA's own headers bring along, by which programs have it without asking.
#include <assert.h>
#include <ctype.h>
#include <limits.h>

#include "cpu/array.h"
#include "cpu/atomics.h"
#include "cpu/barrier.h"
#include "cpu/cache_hints.h"
#include "cpu/channel_format.h"
#include "cpu/checked.h"
#include "cpu/conversions.h"
#include "cpu/copy3d.h"
#include "cpu/device.h"
#include "cpu/errors.h"
#include "cpu/event.h"
#include "cpu/extent.h"
#include "cpu/graph.h"
#include "cpu/host_memory.h"
#include "cpu/include_guards.h"
#include "cpu/intrinsics.h"
#include "cpu/launch.h"
#include "cpu/launch_api.h"
#include "cpu/library_types.h"
#include "cpu/managed.h"
#include "cpu/math.h"
#include "cpu/memory.h"
#include "cpu/memory_pool.h"
#include "cpu/occupancy.h"
#include "cpu/peer.h"
#include "cpu/printf.h"
#include "cpu/qualifiers.h"
#include "cpu/shared_memory.h"
#include "cpu/simd.h"
#include "cpu/stream.h"
#include "cpu/surface.h"
#include "cpu/texture.h"
#include "cpu/thread.h"
#include "cpu/vector_types.h"
#include "cpu/warp.h"
