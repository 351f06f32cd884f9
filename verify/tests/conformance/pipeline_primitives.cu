// __pipeline_memcpy_async: copies of 4, 8 and 16 bytes in batches, with zeros behind them, and a double buffer.
#include <cuda_pipeline.h>

#include "show.h"

__device__ int x[256];
__device__ int words[16], waited[4], sums[64];

__global__ void batches() {
    __shared__ int4 tile[4];
    int* const s = reinterpret_cast<int*>(tile);
    for (int i = 0; i < 16; ++i) s[i] = -7;
    __pipeline_memcpy_async(&s[0], &x[0], 4);
    __pipeline_memcpy_async(&s[2], &x[2], 8);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1], &x[4], 16);
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[2], &x[8], 16, 4);
    __pipeline_memcpy_async(&s[12], &x[12], 8, 8);
    __pipeline_memcpy_async(&s[15], &x[15], 4, 2);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    waited[0] = s[0] + s[2] + s[3];
    __pipeline_wait_prior(1);
    waited[1] = s[4] + s[7];
    __pipeline_wait_prior(0);
    waited[2] = s[8] + s[11];
    __pipeline_wait_prior(0);
    waited[3] = s[14];
    for (int i = 0; i < 16; ++i) words[i] = s[i];
}

__global__ void buffer() {
    __shared__ int tile[2][64];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &x[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 4; ++i) {
        if (i + 1 < 4) __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &x[64 * (i + 1) + threadIdx.x], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum = 3 * sum + tile[i % 2][63 - threadIdx.x];
        __syncthreads();
    }
    sums[threadIdx.x] = sum;
}

int main() {
    int host[256];
    for (int i = 0; i < 256; ++i) host[i] = 100000 + i;
    must(cudaMemcpyToSymbol(x, host, sizeof host));
    batches<<<1, 1>>>();
    show("after each wait", fetch(waited));
    show("words", fetch(words));
    buffer<<<1, 64>>>();
    show("sums", fetch(sums));
}
