// form: headers that ask for the include guards of CUDA's own: __CUDA_RUNTIME_H__, __DRIVER_TYPES_H__, __cuda_cuda_h__
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "no checkCudaErrors without these"
#endif
#if !defined(__VECTOR_TYPES_H__) || !defined(__VECTOR_FUNCTIONS_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || \
    !defined(__HOST_DEFINES_H__) || !defined(__MATH_FUNCTIONS_H__) || !defined(__TEXTURE_TYPES_H__)
#error "nvcc includes these by itself"
#endif
#if !defined(__cuda_cuda_h__) || !defined(__CUDA_FP16_H__)
#error "these are included above"
#endif
#if defined(CUBLAS_V2_H_) || defined(__CUDA_BF16_H__) || defined(_COOPERATIVE_GROUPS_H_) || defined(CURAND_KERNEL_H_)
#error "these are not"
#endif
int main() { std::puts("ok"); }
