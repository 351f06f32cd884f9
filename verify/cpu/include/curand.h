// cuRAND's host API, which many programs include beside <curand_kernel.h> and do not use. Here it is empty.
#pragma once
#define CURAND_H_
#include "cuda_runtime.h"
