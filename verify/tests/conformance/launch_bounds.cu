// Qualifiers that promise something to the compiler: __launch_bounds__, __restrict__, #pragma unroll, __forceinline__.
#include "show.h"

__device__ int result[64];

__device__ __forceinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }

__global__ void __launch_bounds__(64, 2) sum(const int* __restrict__ in, int* __restrict__ out) {
    int total = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) total += in[(threadIdx.x + k) % 64];
#pragma unroll 2
    for (int k = 0; k < 3; ++k) total += twice(k) + thrice(k);
    out[threadIdx.x] = total;
}

__global__ __launch_bounds__(64) void fill(int* out) { out[threadIdx.x] = threadIdx.x; }

int main() {
    int* in;
    int* out;
    must(cudaMalloc(&in, 64 * sizeof(int)));
    must(cudaGetSymbolAddress(reinterpret_cast<void**>(&out), result));
    fill<<<1, 64>>>(in);
    sum<<<1, 64>>>(in, out);
    const auto host = fetch(result);
    show("first and last", host[0], host[1], host[62], host[63]);
    must(cudaFree(in));
}
