// A program with its own, instrumented copies of what the checker and the runtime are made of: the checker must look at
// the kernel's accesses and not at its own, also while a block waits for others and these begin.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

#include <map>
#include <string>
#include <vector>

template class std::basic_string<char>;
template class std::vector<std::string>;
template class std::vector<unsigned>;
template class std::vector<unsigned long>;
template class std::vector<void*>;
template class std::map<unsigned long, unsigned long>;
template class std::map<std::string, unsigned long>;

__global__ void shift(const float* device, const float* host, float* to) {
    to[threadIdx.x] = device[threadIdx.x + 1] + host[threadIdx.x];
}

// Each block but the last waits for the next: all are begun by turns.
__global__ void wait_for_next(volatile int* here) {
    while (blockIdx.x + 1 < gridDim.x && here[blockIdx.x + 1] == 0) __nanosleep(100);
    here[blockIdx.x] = 1;
}
__global__ void meet(volatile int* here) {
    cooperative_groups::this_grid().sync();
    while (blockIdx.x + 1 < gridDim.x && here[blockIdx.x + 1] == 0) __nanosleep(100);
    here[blockIdx.x] = 1;
    printf("block %u\n", blockIdx.x);
}

int main() {
    float here[32] = {}, *from = nullptr, *to = nullptr;
    cudaMalloc(&from, sizeof here);
    cudaMalloc(&to, sizeof here);
    cudaMemset(from, 0, sizeof here);
    shift<<<1, 32>>>(from, here, to);
    cudaDeviceSynchronize();
    int* waiting = nullptr;
    cudaMalloc(&waiting, 8 * sizeof(int));
    cudaMemset(waiting, 0, 8 * sizeof(int));
    wait_for_next<<<4, 1>>>(waiting);
    int* all = waiting + 4;
    void* arguments[] = {&all};
    cudaLaunchCooperativeKernel(meet, dim3(4), dim3(40), arguments, 0, nullptr);
    cudaDeviceSynchronize();
    cudaFree(waiting);
    cudaFree(from);
    cudaFree(to);
}
