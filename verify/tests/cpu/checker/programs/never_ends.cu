// A kernel that waits for a value that nobody writes: `day check` must end it and say where it is.
#include <cuda_runtime.h>

__global__ void wait_for_ever(const int* flag, int* looks) {
    if (threadIdx.x != 5) return;
    while (flag[0] == 0) ++looks[0];
}

int main() {
    int* numbers = nullptr;
    cudaMalloc(&numbers, 2 * sizeof(int));
    cudaMemset(numbers, 0, 2 * sizeof(int));
    wait_for_ever<<<1, 32>>>(numbers, numbers + 1);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
