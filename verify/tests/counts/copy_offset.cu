// Shifted by one float: bytes 4 to 131 lie in 5 sectors, one more than needed.
//
// 65536 / 32 = 2048 requests; loads 5 sectors each, stores 4.
// expect: copy_offset global_load requests=2048 sectors=10240
// expect: copy_offset global_store requests=2048 sectors=8192
#include <cstdio>

constexpr int N = 65536, BLOCK = 256;

__global__ void copy_offset(const float* x, float* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    y[n] = x[n + 1];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, (N + 1) * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(x, 0, (N + 1) * sizeof(float));
    copy_offset<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
