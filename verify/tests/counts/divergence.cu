// Odd and even lanes take different ways: a warp goes both, one after the other, and every request of a way has half
// the lanes.
//
// 65536 / 32 = 2048 warps; 2048 divergent branches; the loads of both ways are 16 lanes in 4 sectors.
// expect: divergence global_load requests=4096 sectors=16384 partial=4096 lanes=65536
// expect: divergence global_store requests=2048 sectors=8192 partial=0
// expect: divergence branch divergent=2048
#include <cstdio>

constexpr int N = 65536, BLOCK = 256;

__global__ void divergence(const float* x, float* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    float value;
    if (n % 2 == 0)
        value = sinf(x[n]) + 1.0f;
    else
        value = expf(x[n]) * 2.0f;
    y[n] = value;
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    divergence<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
