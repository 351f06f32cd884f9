// Dynamic shared memory: `extern __shared__`, its size given at the launch.
#include "show.h"

__device__ float result[2][6];

__global__ void running_sum(int row, int n) {
    extern __shared__ float values[];
    values[threadIdx.x] = threadIdx.x + 1.0f;
    __syncthreads();
    float sum = 0.0f;
    for (unsigned i = 0; i <= threadIdx.x; ++i) sum += values[i];
    if (static_cast<int>(threadIdx.x) < n) result[row][threadIdx.x] = sum;
}

int main() {
    running_sum<<<1, 6, 6 * sizeof(float)>>>(0, 6);
    running_sum<<<1, 512, 512 * sizeof(float)>>>(1, 6);
    const auto host = fetch(result);
    show("6 threads", host[0]);
    show("first 6 of 512 threads", host[1]);
}
