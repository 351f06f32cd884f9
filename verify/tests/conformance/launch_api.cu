// The functions behind <<<...>>>: cudaLaunchKernel, which takes addresses of the arguments, and cudaLaunchKernelEx.
#include "show.h"

__device__ float result[8];

__global__ void fill(float value, int count) {
    extern __shared__ float buffer[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    buffer[threadIdx.x] = value;
    __syncthreads();
    if (i < count) result[i] += buffer[blockDim.x - 1 - threadIdx.x] + i;
}

int main() {
    float value = 0.5f;
    int count = 6;
    void* arguments[] = {&value, &count};
    show("cudaLaunchKernel", cudaLaunchKernel(fill, dim3(2), dim3(4), arguments, 4 * sizeof(float), nullptr));
    show("after it", fetch(result));

    cudaLaunchConfig_t config{};
    config.gridDim = dim3(1);
    config.blockDim = dim3(8);
    config.dynamicSmemBytes = 8 * sizeof(float);
    show("cudaLaunchKernelEx", cudaLaunchKernelEx(&config, fill, 100, 8));  // 100 becomes the float 100.0f
    show("after it", fetch(result));
}
