// Types that CUDA's libraries share.
#pragma once
#include "cuda_runtime.h"
