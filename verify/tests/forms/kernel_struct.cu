// form: structs by value as kernel arguments, __grid_constant__ among them
#include <cstdio>
struct Matrix {
    int width, height;
    float* elements;
    __host__ __device__ float& at(int row, int column) { return elements[row * width + column]; }
};
__global__ void fill(Matrix m, const __grid_constant__ float2 range) {
    m.at(threadIdx.y, threadIdx.x) = range.x + threadIdx.y * range.y;
}
int main() {
    Matrix m = {4, 3, nullptr};
    cudaMallocManaged((void**)&m.elements, sizeof(float) * m.width * m.height);
    fill<<<1, dim3(4, 3)>>>(m, float2{1, 10});
    cudaDeviceSynchronize();
    std::puts(m.at(2, 1) == 21 ? "ok" : "wrong");
    cudaFree(m.elements);
}
