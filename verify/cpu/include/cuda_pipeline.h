// Asynchronous copies to shared memory.
#pragma once
#define _CUDA_PIPELINE_H_

#include "cpu/pipeline_primitives.h"
