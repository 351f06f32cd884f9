// limit: only what ran is checked: a write outside the array, on a path that this input does not take, is not found
// build: check
// prints: no finding, and the fault is there all the same
#include <cstdio>

constexpr int N = 32;

// y [N]. Launch: grid [1], block [N].
__global__ void clamp(float* y, float top) {
    const int i = threadIdx.x;
    if (y[i] > top) y[i + N] = top;  // never with this input
}

int main() {
    float* y;
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(y, 0, N * sizeof(float));
    clamp<<<1, N>>>(y, 1);
    if (cudaDeviceSynchronize() == cudaSuccess) std::printf("no finding, and the fault is there all the same\n");
    cudaFree(y);
}
