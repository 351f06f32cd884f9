#pragma once
#define __CUDA_FP16_H__

#include "cpu/half.h"
