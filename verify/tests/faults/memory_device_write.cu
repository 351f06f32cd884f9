// fault: the host fills an input through the device's pointer
// expect: memcheck device-access at=@A
#include "faults.h"

constexpr int N = 64;

// x [N]. Launch: grid [1], block [N].
__global__ void double_all(int* x) { x[threadIdx.x] *= 2; }

int main() {
    int* x;
#ifdef FIXED
    CHECK(cudaMallocManaged(&x, N * sizeof(int)));
#else
    CHECK(cudaMalloc(&x, N * sizeof(int)));
#endif
    for (int i = 0; i < N; ++i) x[i] = i;  // @A
    double_all<<<1, N>>>(x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
