#pragma once
#define __CUDA_BF16_H__

#include "cpu/bfloat16.h"
