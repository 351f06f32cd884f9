// fault: every thread adds its part of a dot product to one double with +=
// expect: racecheck race at=@A other=@A space=global array=sum thread=(1,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 1000, BLOCK = 64, BLOCKS = 4;

// Launch: grid [BLOCKS], block [BLOCK].
__global__ void dot(const double* x, const double* y, double* sum) {  // x [N], y [N]
    double mine = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += BLOCKS * BLOCK) mine += x[i] * y[i];
#ifdef FIXED
    atomicAdd(sum, mine);
#else
    *sum += mine;  // @A
#endif
}

int main() {
    double *x, *sum;
    CHECK(cudaMalloc(&x, N * sizeof(double)));
    CHECK(cudaMalloc(&sum, sizeof(double)));
    CHECK(cudaMemset(x, 0, N * sizeof(double)));
    CHECK(cudaMemset(sum, 0, sizeof(double)));
    dot<<<BLOCKS, BLOCK>>>(x, x, sum);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(sum));
}
