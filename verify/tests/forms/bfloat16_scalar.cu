// form: <cuda_bf16.h>: __nv_bfloat16 and nv_bfloat162, __float2bfloat16, __hfma2, __bfloat1622float2, hexp
#include <cstdio>
#include "cuda_bf16.h"
__global__ void scale(__nv_bfloat16* x, nv_bfloat162 factor) {
    nv_bfloat162* pairs = reinterpret_cast<nv_bfloat162*>(x);
    pairs[threadIdx.x] = __hfma2(pairs[threadIdx.x], factor, __float2bfloat162_rn(1.0f));
    x[2 * threadIdx.x] += hexp(__float2bfloat16(0.0f));
}
int main() {
    __nv_bfloat16* x;
    cudaMallocManaged(&x, 64 * sizeof(__nv_bfloat16));
    for (int i = 0; i < 64; ++i) x[i] = __float2bfloat16(i);
    scale<<<1, 32>>>(x, __floats2bfloat162_rn(2.0f, 3.0f));
    cudaDeviceSynchronize();
    const float2 last = __bfloat1622float2(reinterpret_cast<nv_bfloat162*>(x)[31]);
    std::puts(last.x == 126.0f && last.y == 190.0f ? "ok" : "wrong");
    cudaFree(x);
}
