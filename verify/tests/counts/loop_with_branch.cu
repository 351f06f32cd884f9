// Every third element of a long loop is read twice: the lanes that do so differ in each round, and the warp comes
// together again behind them.
//
// 98304 / 64 = 1536 rounds of 2 warps: 3072 requests for x, as many for y of 32 / 3 lanes on average; all of them need
// 4 sectors, since 8 floats in a row hold two or three that are read. A warp goes both ways in each round.
//
// expect: loop_with_branch global_load requests=6144 sectors=24576 partial=3072 lanes=131072
// expect: loop_with_branch global_store requests=2 sectors=8 partial=0
// expect: loop_with_branch branch divergent=3072
#include <cstdio>

constexpr int N = 98304, BLOCK = 64;

__global__ void loop_with_branch(const float* x, const float* y, float* sums) {
    float sum = 0.0f;
    for (int n = threadIdx.x; n < N; n += BLOCK) {
        sum += x[n];
        if (n % 3 == 0) sum += y[n];
    }
    sums[threadIdx.x] = sum;
}

int main() {
    float *x, *y, *sums;
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMalloc(&sums, BLOCK * sizeof(float));
    cudaMemset(x, 0, N * sizeof(float));
    cudaMemset(y, 0, N * sizeof(float));
    loop_with_branch<<<1, BLOCK>>>(x, y, sums);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error));
    return error != cudaSuccess;
}
