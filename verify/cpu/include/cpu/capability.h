// The compute capability of the CPU device, times ten: what cudaGetDeviceProperties() reports and __CUDA_ARCH__ tells
// device code. It is 8.0, because what came with 8.0 is here (wmma of bfloat16, tf32 and double, asynchronous copies
// and pipelines, cuda::barrier, __reduce_*_sync), and what came later is not (8.9: 8-bit floats; 9.0: clusters, bulk
// copies). DAYBREAK_CAPABILITY=75 reports an older one.
#pragma once

#define CPU_DEVICE_CAPABILITY 80
