// bfloat16, the upper half of a float: __nv_bfloat16, __nv_bfloat162 and their functions, which lie in
// cpu/float16_functions.h.
#pragma once

#include "cpu/half.h"

#define CPU_F16 __nv_bfloat16
#define CPU_F16_RAW __nv_bfloat16_raw
#define CPU_F16X2 __nv_bfloat162
#define CPU_F16X2_RAW __nv_bfloat162_raw
#define CPU_F16_NAME bfloat16
#define CPU_F16_FRACTION 7
#define CPU_F16_OTHER __half
#ifdef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CPU_F16_CONVERSIONS 0
#else
#define CPU_F16_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define CPU_F16_OPERATORS 0
#else
#define CPU_F16_OPERATORS 1
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define CPU_F16X2_OPERATORS 0
#else
#define CPU_F16X2_OPERATORS 1
#endif
#include "cpu/float16_functions.h"

#ifndef __CUDA_NO_HALF_CONVERSIONS__
inline __half::__half(__nv_bfloat16 x) : __half(__float2half(__bfloat162float(x))) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
inline __nv_bfloat16::__nv_bfloat16(__half x) : __nv_bfloat16(__float2bfloat16(__half2float(x))) {}
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7f))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80))

#ifndef CUDA_NO_BFLOAT16
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
#endif
