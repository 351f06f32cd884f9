// Host code that waits for what its kernel never writes: `day check` must end it and say where it is.
#include <cuda_runtime.h>

__global__ void write_nothing(int*) {}

int main() {
    int* flag = nullptr;
    cudaMalloc(&flag, sizeof(int));
    write_nothing<<<1, 32>>>(flag);
    cudaDeviceSynchronize();
    volatile int h_flag = 0;
    while (h_flag == 0) continue;
    return cudaFree(flag) == cudaSuccess ? 0 : 1;
}
