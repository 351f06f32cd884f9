// What this GPU can do at most, measured in the run that is compared with it: each rate is that of a kernel which does
// nothing else. They are ceilings in practice; the data sheet's are higher.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.h"

namespace verify::detail {

// One float4 a thread: of all forms of a copy that were tried on an H200 the fastest.
// Launch: grid [count / 256], block [256]; count is a multiple of 256.
__global__ void ceiling_copy(const float4* from, float4* to) {
    const std::size_t i = blockIdx.x * std::size_t(256) + threadIdx.x;
    to[i] = from[i];
}

// Each thread adds up every stride-th float4, four loads in flight.
// Launch: grid [any], block [256]; count is a multiple of 4 times the threads.
__global__ void ceiling_read(const float4* from, std::size_t count, float* sums) {
    const std::size_t stride = gridDim.x * std::size_t(256);
    float sum = 0.0f;
    for (std::size_t i = blockIdx.x * std::size_t(256) + threadIdx.x; i < count; i += 4 * stride) {
        float4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = from[i + k * stride];
#pragma unroll
        for (int k = 0; k < 4; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
    if (sum == 12345.678f) sums[0] = sum;  // never, but the compiler cannot know
}

// Eight independent chains of fused multiply-adds a thread, none of which waits for another.
// Launch: grid [any], block [256].
constexpr int FMA_ROUNDS = 4096, FMA_CHAINS = 8;
__global__ void ceiling_fma(float a, float b, float* results) {
    float v[FMA_CHAINS];
#pragma unroll
    for (int i = 0; i < FMA_CHAINS; ++i) v[i] = float(threadIdx.x + i);
#pragma unroll 16
    for (int round = 0; round < FMA_ROUNDS; ++round)
#pragma unroll
        for (int i = 0; i < FMA_CHAINS; ++i) v[i] = fmaf(v[i], a, b);
    float sum = 0.0f;
#pragma unroll
    for (int i = 0; i < FMA_CHAINS; ++i) sum += v[i];
    if (sum == 12345.678f) results[0] = sum;
}

}  // namespace verify::detail
