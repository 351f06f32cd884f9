// form: a [=] __device__ lambda passed to a kernel (nvcc needs --extended-lambda)
#include <cstdio>
template <class Body>
__global__ void for_each(int n, Body body) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) body(i);
}
int main() {
    int* values;
    cudaMallocManaged(&values, 100 * sizeof(int));
    const int factor = 3;
    for_each<<<2, 16>>>(100, [=] __device__(int i) { values[i] = factor * i; });
    cudaDeviceSynchronize();
    std::puts(values[99] == 297 ? "ok" : "wrong");
    cudaFree(values);
}
