// A value that depends on the order of the threads, beside a time that does not.
#include <chrono>
#include <cstdio>

__global__ void first_to_come(int* first) { atomicCAS(first, -1, threadIdx.x); }

int main() {
    const auto start = std::chrono::steady_clock::now();
    int *first, h = 0;
    cudaMalloc(&first, sizeof(int));
    cudaMemset(first, 0xff, sizeof(int));
    first_to_come<<<1, 4>>>(first);
    cudaMemcpy(&h, first, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("first is %d\n", h);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("after %.6f s\n", seconds.count());
    cudaFree(first);
}
