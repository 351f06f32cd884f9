// A stride of 8 floats, 32 bytes: every lane needs a sector of its own and uses an eighth of it.
//
// 8192 / 32 = 256 requests; loads 32 sectors each, stores 4.
// expect: copy_strided global_load requests=256 sectors=8192
// expect: copy_strided global_store requests=256 sectors=1024
// expect: copy_strided bytes read=32768 written=32768
#include <cstdio>

constexpr int N = 8192, STRIDE = 8, BLOCK = 256;

__global__ void copy_strided(const float* x, float* y) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    y[n] = x[n * STRIDE];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * STRIDE * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(x, 0, N * STRIDE * sizeof(float));
    copy_strided<<<N / BLOCK, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
