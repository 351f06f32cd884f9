// form: <cuda_pipeline.h>: __pipeline_memcpy_async into a shared double buffer
#include <cuda_pipeline.h>
#include <cstdio>
__managed__ float x[256], y[64];
__global__ void sum() {
    __shared__ float tile[2][64];
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &x[threadIdx.x], sizeof(float));
    __pipeline_commit();
    float total = 0;
    for (int i = 0; i < 4; ++i) {
        if (i + 1 < 4) {
            __pipeline_memcpy_async(&tile[(i + 1) & 1][threadIdx.x], &x[64 * (i + 1) + threadIdx.x], sizeof(float));
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        total += tile[i & 1][63 - threadIdx.x];
        __syncthreads();
    }
    y[threadIdx.x] = total;
}
int main() {
    for (int i = 0; i < 256; ++i) x[i] = i;
    sum<<<1, 64>>>();
    cudaDeviceSynchronize();
    std::puts(y[63] == 0 + 64 + 128 + 192 && y[0] == 4 * 63 + 384 ? "ok" : "wrong");
}
