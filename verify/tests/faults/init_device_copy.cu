// fault: an array of which half was written is copied within the device, and the copy is read to its end
// expect: initcheck uninitialised at=@A space=global thread=(32,0,0) count=32
#include "faults.h"

constexpr int N = 64;

__device__ int total;

// x [N]. Launch: grid [1], block [N].
__global__ void sum(const int* x, unsigned n) {
    if (threadIdx.x < n) atomicAdd(&total, x[threadIdx.x]);  // @A
}

int main() {
    int *a, *b;
    CHECK(cudaMalloc(&a, N * sizeof(int)));
    CHECK(cudaMalloc(&b, N * sizeof(int)));
    CHECK(cudaMemset(a, 1, N / 2 * sizeof(int)));
    CHECK(cudaMemcpy(b, a, N * sizeof(int), cudaMemcpyDeviceToDevice));
#ifdef FIXED
    sum<<<1, N>>>(b, N / 2);
#else
    sum<<<1, N>>>(b, N);
#endif
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
