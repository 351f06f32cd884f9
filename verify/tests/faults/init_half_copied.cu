// fault: an array of doubles is copied to the device with the size of floats
// expect: initcheck uninitialised at=@A space=global array=x thread=(32,0,0) count=32
#include "faults.h"

constexpr int N = 64;

__device__ double total;

// x [N]. Launch: grid [1], block [N].
__global__ void sum(const double* x) {
    atomicAdd(&total, x[threadIdx.x]);  // @A
}

int main() {
    double h_x[N], *d_x;
    for (int i = 0; i < N; ++i) h_x[i] = 0.5 * i;
    CHECK(cudaMalloc(&d_x, N * sizeof(double)));
#ifdef FIXED
    CHECK(cudaMemcpy(d_x, h_x, N * sizeof(double), cudaMemcpyHostToDevice));
#else
    CHECK(cudaMemcpy(d_x, h_x, N * sizeof(float), cudaMemcpyHostToDevice));
#endif
    sum<<<1, N>>>(d_x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(d_x));
}
