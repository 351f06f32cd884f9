// fault: a block of 2048 threads is launched, which no GPU has, and nobody asks whether it was
// expect: memcheck unchecked-launch at=@A
#include "faults.h"

constexpr int N = 2048;

__device__ float x[N];

// Launch: grid [ceil(N / block)], block [any].
__global__ void fill(float value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] = value;
}

int main() {
    fill<<<1, N>>>(1);  // @A
#ifdef FIXED
    if (cudaGetLastError() != cudaSuccess) fill<<<N / 256, 256>>>(1);
#endif
    CHECK(cudaDeviceSynchronize());
}
