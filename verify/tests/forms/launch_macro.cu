// form: a macro that writes the launch: LAUNCH(kernel, grid, block, arguments)
#include <cstdio>
#define LAUNCH(kernel, grid, block, ...) (kernel)<<<(grid), (block), (0), (nullptr)>>>(__VA_ARGS__)
#define LAUNCH_1D(kernel, n, ...) kernel<<<((n) + 31) / 32, 32>>>(n, ##__VA_ARGS__)
__managed__ int total;
__global__ void add(int n, int x) {
    if (int(blockIdx.x * blockDim.x + threadIdx.x) < n) atomicAdd(&total, x);
}
int main() {
    LAUNCH(add, 2, 32, 50, 3);
    LAUNCH_1D(add, 40, 2);
    cudaDeviceSynchronize();
    std::puts(total == 50 * 3 + 40 * 2 ? "ok" : "wrong");
}
