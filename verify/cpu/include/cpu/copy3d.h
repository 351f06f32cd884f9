// Memory of three dimensions, and copies of boxes between it, CUDA arrays and the host.
#pragma once

#include <cstddef>

#include "cpu/array.h"
#include "cpu/errors.h"
#include "cpu/extent.h"
#include "cpu/memory.h"
#include "cpu/where.h"

struct cudaMemcpy3DParms {  // of each side an array or a pointer, not both
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;  // its width is in elements if one side is an array, else in bytes
    cudaMemcpyKind kind;
};

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent,
                         cpu_device::Where where = cpu_device::Where::here("cudaMalloc3D"));
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int byte, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int byte, cudaExtent extent, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream = nullptr);
