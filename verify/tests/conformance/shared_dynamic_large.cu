// More than 48 KiB of dynamic shared memory: the kernel must ask first. 64 KiB is what every GPU of the course has.
#include "show.h"

__device__ int result[3];

__global__ void use(int words) {
    extern __shared__ int memory[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) memory[i] = i;
    __syncthreads();
    if (threadIdx.x > 0) return;
    result[0] = memory[0];
    result[1] = memory[words / 2];
    result[2] = memory[words - 1];
}

int main() {
    const int bytes = 64 * 1024;
    use<<<1, 256, 48 * 1024>>>(48 * 256);
    show("48 KiB", cudaGetLastError());
    show("", fetch(result));
    use<<<1, 256, bytes>>>(bytes / 4);
    show("64 KiB, not asked for", cudaGetLastError());
    show("ask", cudaFuncSetAttribute(use, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    use<<<1, 256, bytes>>>(bytes / 4);
    show("64 KiB", cudaGetLastError());
    show("", fetch(result));
}
