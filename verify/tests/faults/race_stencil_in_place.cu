// fault: a stencil is launched with its input as its output, so that neighbours read old or new values
// expect: racecheck race at=@A other=@A space=global thread=(2,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 300, BLOCK = 64;

// Launch: grid [ceil(N / BLOCK)], block [BLOCK].
__global__ void smooth(const float* x, float* y) {  // x [N], y [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i > 0 && i < N - 1) y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;  // @A
}

int main() {
    float *x, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
#ifdef FIXED
    smooth<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, y);
#else
    smooth<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(x, x);
#endif
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
