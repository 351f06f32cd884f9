// form: <cuda_fp16.h>: __half and half, __float2half and __half2float, +, *, += and ==, a half literal by its
// constructor
#include <cuda_fp16.h>
#include <cstdio>
__global__ void axpy(int n, half a, const half* x, __half* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i] + half(1.0f);
}
int main() {
    half *x, *y;
    cudaMallocManaged(&x, 2 * 32 * sizeof(half));
    y = x + 32;
    for (int i = 0; i < 32; ++i) x[i] = __float2half(i), y[i] = i / 2;
    axpy<<<1, 32>>>(32, 0.5f, x, y);
    cudaDeviceSynchronize();
    std::puts(__half2float(y[31]) == 31.5f && y[30] == half(31) ? "ok" : "wrong");
    cudaFree(x);
}
