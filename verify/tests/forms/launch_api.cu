// form: cudaLaunchKernel with an array of the arguments' addresses
#include <cstdio>
__global__ void scale(float* values, float factor) { values[threadIdx.x] *= factor; }
int main() {
    float* values;
    cudaMallocManaged(&values, 4 * sizeof(float));
    for (int i = 0; i < 4; ++i) values[i] = i;
    float factor = 3;
    void* arguments[] = {&values, &factor};
    cudaLaunchKernel(scale, dim3(1), dim3(4), arguments, 0, nullptr);
    cudaDeviceSynchronize();
    std::puts(values[3] == 9 ? "ok" : "wrong");
    cudaFree(values);
}
