// fault: a filter takes one tap more than the __constant__ array has
// expect: memcheck out-of-bounds at=@A array=taps distance=0 thread=(0,0,0)
#include "faults.h"

constexpr int T = 5, N = 64;

__constant__ float taps[T];
__device__ float x[N + T + 1], y[N];

// Launch: grid [1], block [N].
__global__ void filter(int count) {
    float sum = 0;
    for (int t = 0; t < count; ++t) sum += taps[t] * x[threadIdx.x + t];  // @A
    y[threadIdx.x] = sum;
}

int main() {
    const float h_taps[T] = {1, 4, 6, 4, 1};
    CHECK(cudaMemcpyToSymbol(taps, h_taps, sizeof h_taps));
#ifdef FIXED
    filter<<<1, N>>>(T);
#else
    filter<<<1, N>>>(T + 1);
#endif
    CHECK(cudaDeviceSynchronize());
}
