// fault: an array is read by float4 from its second element on, which is no multiple of 16 bytes
// expect: memcheck misaligned at=@A space=global array=x thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int VECTORS = 64, N = 4 * VECTORS;

// Launch: grid [1], block [VECTORS].
__global__ void copy_vectors(const float* x, float4* y) {  // x [N + 4], y [VECTORS]
#ifdef FIXED
    const float* begin = x + 4;
#else
    const float* begin = x + 1;
#endif
    y[threadIdx.x] = reinterpret_cast<const float4*>(begin)[threadIdx.x];  // @A
}

int main() {
    float* x;
    float4* y;
    CHECK(cudaMalloc(&x, (N + 4) * sizeof(float)));
    CHECK(cudaMalloc(&y, VECTORS * sizeof(float4)));
    CHECK(cudaMemset(x, 0, (N + 4) * sizeof(float)));
    copy_vectors<<<1, VECTORS>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
