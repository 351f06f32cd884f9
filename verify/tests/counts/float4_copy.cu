// One load of 16 bytes a lane: a quarter of the requests, as many sectors.
//
// 16384 / 32 = 512 requests of 32 * 16 bytes, 16 sectors.
// expect: float4_copy global_load requests=512 sectors=8192
// expect: float4_copy global_store requests=512 sectors=8192
#include <cstdio>

constexpr int N = 16384, BLOCK = 256;

__global__ void float4_copy(const float4* x, float4* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = x[n];
    v.x += 1.0f;
    y[n] = v;
}

int main() {
    float4 *x, *y;
    cudaMalloc(&x, N * sizeof(float4));
    cudaMalloc(&y, N * sizeof(float4));
    cudaMemset(x, 0, N * sizeof(float4));
    float4_copy<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
