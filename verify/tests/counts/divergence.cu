// Odd and even lanes take different ways: a warp goes both, one after the other, and every request of a way has half
// the lanes.
//
// 65536 / 32 = 2048 warps. Each loads x with its even lanes and y with its odd ones: 2 requests of 16 lanes in 4
// sectors. It diverges once; its loops have as many rounds for every lane.
//
// expect: divergence global_load requests=4096 sectors=16384 partial=4096 lanes=65536
// expect: divergence global_store requests=2048 sectors=8192 partial=0
// expect: divergence branch divergent=2048
#include <cstdio>

constexpr int N = 65536, BLOCK = 256, ROUNDS = 100;

__global__ void divergence(const float* x, const float* y, float* z) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    float value;
    if (n % 2 == 0) {
        value = x[n];
        for (int i = 0; i < ROUNDS; ++i) value = value * value + 0.5f;
    } else {
        value = y[n];
        for (int i = 0; i < ROUNDS; ++i) value = 0.5f * value - 1.0f;
    }
    z[n] = value;
}

int main() {
    float *x, *y, *z;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMalloc(&z, N * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    cudaMemset(y, 0, N * sizeof(float));
    divergence<<<N / BLOCK, BLOCK>>>(x, y, z);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
