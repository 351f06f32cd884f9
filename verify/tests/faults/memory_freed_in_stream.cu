// fault: an array that belongs to a stream is freed there before the kernel that uses it
// expect: memcheck use-after-free at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

// x [N]. Launch: grid [1], block [N].
__global__ void fill(double* x, double value) {
    x[threadIdx.x] = value;  // @A
}

int main() {
    cudaStream_t stream;
    double* x;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocAsync(&x, N * sizeof(double), stream));
#ifdef FIXED
    fill<<<1, N, 0, stream>>>(x, 1);
    CHECK(cudaFreeAsync(x, stream));
#else
    CHECK(cudaFreeAsync(x, stream));
    fill<<<1, N, 0, stream>>>(x, 1);
#endif
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
