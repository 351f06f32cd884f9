// Part of the CUDA headers that some programs name; the CPU device keeps everything behind cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
