// Barriers in shared memory.
#pragma once

#include "cpu/barrier_primitives.h"
