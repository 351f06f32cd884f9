// fault: a buffer is allocated anew in every step, and only the last one is freed
// expect: memcheck leak at=@A count=3
#include "faults.h"

constexpr int N = 64, STEPS = 4;

// Launch: grid [1], block [N].
__global__ void fill(int* x, int value) {  // x [N]
    x[threadIdx.x] = value;
}

int main() {
    int* x = nullptr;
    for (int step = 0; step < STEPS; ++step) {
#ifdef FIXED
        CHECK(cudaFree(x));
#endif
        CHECK(cudaMalloc(&x, N * sizeof(int)));  // @A
        fill<<<1, N>>>(x, step);
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
}
