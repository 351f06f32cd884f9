// A cooperative grid: its blocks run by turns and end together, and each counts.
#include <cooperative_groups.h>

#include <cstdio>

constexpr int N = 256, BLOCK = 64;

// Launch: grid [N / BLOCK], block [BLOCK], cooperative.
__global__ void neighbours(int* from, int* to) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    from[n] = n;
    cooperative_groups::this_grid().sync();
    to[n] = from[(n + BLOCK) % N];
}

int main() {
    int *from, *to;
    cudaMalloc(&from, N * sizeof(int));
    cudaMalloc(&to, N * sizeof(int));
    void* arguments[] = {&from, &to};
    cudaLaunchCooperativeKernel((void*)neighbours, dim3(N / BLOCK), dim3(BLOCK), arguments, 0, nullptr);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
