// A program that asks for its own counts (verify/counts.h), as a gate of a lesson does: it gets those of the last
// launch, and on a GPU or in a plain run an empty answer.
//
// The first launch has 256 requests and the second 128; both are in the table.
// expect: copy global_load requests=384 sectors=1536
#include <cstdio>

#include "verify/counts.h"

constexpr int N = 8192, BLOCK = 256;

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
    copy<<<N / BLOCK / 2, BLOCK>>>(x, y);
    const cudaError_t error = cudaDeviceSynchronize();
    const auto counts = verify::counts("copy");
    const bool right = !counts || (counts->global_load.requests == 128 && counts->global_load.sectors == 512 &&
                                   counts->global_store.lanes == 4096 && !verify::counts("move"));
    std::printf("%s, %s\n", error == cudaSuccess ? "ok" : cudaGetErrorString(error), counts ? "counted" : "n/a");
    return error != cudaSuccess || !right;
}
