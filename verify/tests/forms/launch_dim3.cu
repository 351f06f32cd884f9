// form: a launch with dim3 variables named as on the device, sizes by a CEIL_DIV macro
#include <cstdio>
#define CEIL_DIV(a, b) (((a) + (b)-1) / (b))
__managed__ int count;
__global__ void visit(int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < rows && x < columns) atomicAdd(&count, 1);
}
int main() {
    const int rows = 37, columns = 70;
    dim3 gridDim(CEIL_DIV(columns, 32), CEIL_DIV(rows, 8));
    dim3 blockDim(32, 8);
    visit<<<gridDim, blockDim>>>(rows, columns);
    cudaDeviceSynchronize();
    std::puts(count == rows * columns ? "ok" : "wrong");
}
