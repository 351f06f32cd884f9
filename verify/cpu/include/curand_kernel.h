// cuRAND in kernels: of its generators, Philox.
#pragma once
#define CURAND_KERNEL_H_
#include "cpu/philox.h"
