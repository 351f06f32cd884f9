// Half precision: __half, __half2 and their functions, which lie in cpu/float16_functions.h. Shuffles, loads and stores
// with a cache hint take any type (cpu/warp.h, cpu/cache_hints.h).
#pragma once

#include "cpu/atomics.h"
#include "cpu/float16.h"
#include "cpu/math.h"
#include "cpu/vector_types.h"

#define CPU_F16 __half
#define CPU_F16_RAW __half_raw
#define CPU_F16X2 __half2
#define CPU_F16X2_RAW __half2_raw
#define CPU_F16_NAME half
#define CPU_F16_FRACTION 10
#define CPU_F16_OTHER __nv_bfloat16
#ifdef __CUDA_NO_HALF_CONVERSIONS__
#define CPU_F16_CONVERSIONS 0
#else
#define CPU_F16_CONVERSIONS 1
#endif
#ifdef __CUDA_NO_HALF_OPERATORS__
#define CPU_F16_OPERATORS 0
#else
#define CPU_F16_OPERATORS 1
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define CPU_F16X2_OPERATORS 0
#else
#define CPU_F16X2_OPERATORS 1
#endif
#include "cpu/float16_functions.h"

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bff))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00))

#ifndef CUDA_NO_HALF
using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using __nv_half_raw = __half_raw;
using __nv_half2_raw = __half2_raw;
#endif
