// Neighbours read neighbours: 32 lanes of 4 bytes are 128 bytes, 4 whole sectors.
//
// 65536 / 32 = 2048 requests, 4 sectors each.
// expect: copy global_load requests=2048 sectors=8192 partial=0
// expect: copy global_store requests=2048 sectors=8192 partial=0
// expect: copy bytes read=262144 written=262144
#include <cstdio>

constexpr int N = 65536, BLOCK = 256;

__global__ void copy(const float* x, float* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    y[n] = x[n];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    copy<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
