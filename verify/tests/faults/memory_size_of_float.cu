// fault: an array of doubles is allocated with the size of floats
// expect: memcheck out-of-bounds at=@A space=global array=x distance=0 block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int BLOCK = 64, N = 2 * BLOCK;

// Launch: grid [N / BLOCK], block [BLOCK].
template <typename T>
__global__ void count_up(T* x, T step) {  // x [N]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    x[i] = step * i;  // @A
}

int main() {
    double* x;
#ifdef FIXED
    CHECK(cudaMalloc(&x, N * sizeof(double)));
#else
    CHECK(cudaMalloc(&x, N * sizeof(float)));
#endif
    count_up<<<N / BLOCK, BLOCK>>>(x, 0.1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
