// Asynchronous copies to shared memory.
#pragma once

#include "cpu/pipeline_primitives.h"
