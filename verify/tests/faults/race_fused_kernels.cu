// fault: two kernels are fused, and the barrier that replaces the end of the first does not reach other blocks
// expect: racecheck race at=@A other=@B space=global array=d
// expect: initcheck uninitialised at=@B space=global array=d thread=(63,0,0)
#include "faults.h"

constexpr int BLOCK = 64, N = 4 * BLOCK;

// x [N], d [N], y [N]. Each launch: grid [N / BLOCK], block [BLOCK].
__device__ int index_of_thread() { return blockIdx.x * BLOCK + threadIdx.x; }

__device__ void differentiate(const float* x, float* d, int i) {
    d[i] = x[(i + 1) % N] - x[i];  // @A
}
__device__ void smooth(const float* d, float* y, int i) {
    y[i] = d[i] + d[(i + 1) % N];  // @B
}
__global__ void differentiate_all(const float* x, float* d) { differentiate(x, d, index_of_thread()); }
__global__ void smooth_all(const float* d, float* y) { smooth(d, y, index_of_thread()); }
__global__ void differentiate_and_smooth(const float* x, float* d, float* y) {
    differentiate(x, d, index_of_thread());
    __syncthreads();
    smooth(d, y, index_of_thread());
}

int main() {
    float *x, *d, *y;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    CHECK(cudaMalloc(&d, N * sizeof(float)));
    CHECK(cudaMalloc(&y, N * sizeof(float)));
    CHECK(cudaMemset(x, 0, N * sizeof(float)));
#ifdef FIXED
    differentiate_all<<<N / BLOCK, BLOCK>>>(x, d);
    smooth_all<<<N / BLOCK, BLOCK>>>(d, y);
#else
    differentiate_and_smooth<<<N / BLOCK, BLOCK>>>(x, d, y);
#endif
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(d));
    CHECK(cudaFree(y));
}
