// fault: the last block loads a part of its tile and adds up the whole
// expect: initcheck uninitialised at=@A space=shared array=tile block=(1,0,0) thread=(0,0,0) count=28
#include "faults.h"

constexpr int N = 100, T = 64;

__device__ int x[N], totals[2];

// Launch: grid [ceil(N / T)], block [T].
__global__ void sum_tile() {
    __shared__ int tile[T];
    const int i = blockIdx.x * T + threadIdx.x;
#ifdef FIXED
    tile[threadIdx.x] = i < N ? x[i] : 0;
#else
    if (i < N) tile[threadIdx.x] = x[i];
#endif
    __syncthreads();
    if (threadIdx.x != 0) return;
    int total = 0;
    for (int k = 0; k < T; ++k) total += tile[k];  // @A
    totals[blockIdx.x] = total;
}

int main() {
    sum_tile<<<(N + T - 1) / T, T>>>();
    CHECK(cudaDeviceSynchronize());
}
