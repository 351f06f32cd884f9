// fault: a kernel stops at a value that it does not expect, with __trap()
// expect: memcheck device-fault at=@A block=(0,0,0) thread=(40,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ float out[N];

// Launch: grid [1], block [N].
__global__ void roots(float largest) {
    const float x = largest - threadIdx.x;
    if (x < 0) __trap();  // @A
    out[threadIdx.x] = sqrtf(x);
}

int main() {
#ifdef FIXED
    roots<<<1, N>>>(N);
#else
    roots<<<1, N>>>(39.5f);
#endif
    CHECK(cudaDeviceSynchronize());
}
