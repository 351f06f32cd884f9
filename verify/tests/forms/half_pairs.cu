// form: half2 for two at a time: reinterpret_cast<half2*>, __hfma2, eight halves in one float4, a sum by
// __shfl_down_sync
#include <cuda_fp16.h>
#include <cstdio>
__global__ void dot(const half* x, const half* y, half* result) {
    const float4 x4 = reinterpret_cast<const float4*>(x)[threadIdx.x];
    const half2* x2 = reinterpret_cast<const half2*>(&x4);
    const half2* y2 = reinterpret_cast<const half2*>(y) + 4 * threadIdx.x;
    half2 sum = __float2half2_rn(0.0f);
    for (int i = 0; i < 4; ++i) sum = __hfma2(x2[i], y2[i], sum);
    half total = __hadd(__low2half(sum), __high2half(sum));
    for (int offset = 16; offset > 0; offset /= 2) total = __hadd(total, __shfl_down_sync(0xffffffff, total, offset));
    if (threadIdx.x == 0) *result = total;
}
int main() {
    half* x;
    cudaMallocManaged(&x, 513 * sizeof(half));
    for (int i = 0; i < 256; ++i) x[i] = __float2half(i % 2 ? 2.0f : 1.0f), x[256 + i] = __int2half_rn(i % 4);
    dot<<<1, 32>>>(x, x + 256, x + 512);
    cudaDeviceSynchronize();
    std::puts(__half2float(x[512]) == 64 * (0 + 2 + 2 + 6) ? "ok" : "wrong");
    cudaFree(x);
}
