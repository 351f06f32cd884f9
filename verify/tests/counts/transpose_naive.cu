// Rows are read whole and columns are written: the lanes of a store lie N floats apart, in 32 sectors.
//
// 256 * 256 / 32 = 2048 requests; loads 4 sectors each, stores 32.
// expect: transpose_naive global_load requests=2048 sectors=8192
// expect: transpose_naive global_store requests=2048 sectors=65536
// expect: transpose_naive bytes read=262144 written=262144
#include <cstdio>

constexpr int N = 256, WIDTH = 32, HEIGHT = 8;

__global__ void transpose_naive(const float* x, float* y) {
    const int col = blockIdx.x * WIDTH + threadIdx.x;
    const int row = blockIdx.y * HEIGHT + threadIdx.y;
    y[col * N + row] = x[row * N + col];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, N * N * sizeof(float));
    cudaMalloc(&y, N * N * sizeof(float));
    cudaMemset(x, 0, N * N * sizeof(float));
    transpose_naive<<<dim3(N / WIDTH, N / HEIGHT), dim3(WIDTH, HEIGHT)>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
