// The driver API's header, which many programs include and do not use. Here it has its version and nothing else.
#pragma once
#include "cuda_runtime.h"
#define CUDA_VERSION CUDART_VERSION
