// The driver API's header, which many programs include and do not use. Here it has its version and a type, and nothing
// else.
#pragma once
#define __cuda_cuda_h__
#include "cuda_runtime.h"
#define CUDA_VERSION CUDART_VERSION
using CUdeviceptr = unsigned long long;
