// The include guards of CUDA's own headers: all that nvcc has included before a program's first line. Programs ask for
// them, to offer what goes with a header only where that is there.
#pragma once

#define __CHANNEL_DESCRIPTOR_H__
#define __COMMON_FUNCTIONS_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __DRIVER_TYPES_H__
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__

// A word in the declarations of the API, which programs use for functions of their own.
#define CUDARTAPI
