// fault: a launch asks for N bytes of shared memory where the kernel uses N floats
// expect: memcheck out-of-bounds at=@A space=shared distance=0 thread=(64,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 256;

__device__ float out[N];

// Launch: grid [1], block [N], shared N * sizeof(float).
__global__ void stretch(float scale) {
    extern __shared__ float values[];  // [N]
    const int i = threadIdx.x;
    values[i] = scale * i;  // @A
    __syncthreads();
    out[i] = values[i / 4];
}

int main() {
#ifdef FIXED
    stretch<<<1, N, N * sizeof(float)>>>(0.5f);
#else
    stretch<<<1, N, N>>>(0.5f);
#endif
    CHECK(cudaDeviceSynchronize());
}
