// Halves and pairs through shuffles, cached loads and stores, shared memory and atomicAdd.
#include <cuda_fp16.h>

#include "show.h"

__device__ half in[32], out[32], sum, olds[64];
__device__ half2 pair_sum;
__device__ float result[32][6];

// A kernel of its own: __ldg is for memory that nothing writes while the kernel runs.
__global__ void fill() {
    const int lane = threadIdx.x;
    in[lane] = __int2half_rn(lane * lane - 100);
}

__global__ void exchange() {
    __shared__ half tile[32];
    const int lane = threadIdx.x;
    const half x = __ldg(&in[lane]);
    const half2 p = __halves2half2(x, __hneg(x));
    __stcg(&out[lane], x);
    tile[31 - lane] = __ldcg(&in[lane]);
    __syncwarp();
    float* const r = result[lane];
    r[0] = __half2float(__shfl_sync(0xffffffff, x, lane / 2));
    r[1] = __half2float(__shfl_up_sync(0xffffffff, x, 3));
    r[2] = __half2float(__shfl_down_sync(0xffffffff, x, 3, 8));
    r[3] = __high2float(__shfl_xor_sync(0xffffffff, p, 5));
    r[4] = __low2float(__shfl_sync(0xffffffff, p, 31));
    r[5] = __half2float(tile[lane]);
}

__global__ void add() {
    olds[threadIdx.x] = atomicAdd(&sum, __float2half(0.5f));
    atomicAdd(&pair_sum, __floats2half2_rn(1.0f, threadIdx.x % 2 ? 2.0f : -1.0f));
}

__global__ void add_edges(half* h, half2* p) {
    atomicAdd(h, __float2half(65504.0f)), atomicAdd(h, __float2half(16.0f));
    atomicAdd(p, __floats2half2_rn(6e-8f, 1.0f)), atomicAdd(p, __floats2half2_rn(6e-8f, 0.00048828125f));
}

__device__ half edge;
__device__ half2 pair_edge;

int main() {
    fill<<<1, 32>>>();
    exchange<<<1, 32>>>();
    const auto r = fetch(result);
    for (int lane = 0; lane < 32; ++lane)
        show("lane", lane, r[lane][0], r[lane][1], r[lane][2], r[lane][3], r[lane][4], r[lane][5]);
    const auto stored = fetch(out);
    show("stored", __half2float(stored[0]), __half2float(stored[31]));

    add<<<1, 64>>>();
    const auto total = fetch(sum);
    const auto pair_total = fetch(pair_sum);
    const auto old = fetch(olds);
    float of_olds = 0;
    for (int i = 0; i < 64; ++i) of_olds += __half2float(old[i]);  // 0, 0.5, ... in some order
    show("atomicAdd", __half2float(total.value), of_olds, __low2float(pair_total.value),
         __high2float(pair_total.value));

    half* h;
    half2* p;
    must(cudaGetSymbolAddress(reinterpret_cast<void**>(&h), edge));
    must(cudaGetSymbolAddress(reinterpret_cast<void**>(&p), pair_edge));
    add_edges<<<1, 1>>>(h, p);
    const auto last = fetch(edge);
    const auto last_pair = fetch(pair_edge);
    show("at the edges", __half2float(last.value), __low2float(last_pair.value), __high2float(last_pair.value));
}
