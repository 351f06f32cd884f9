// fault: the rows of a matrix are read by float2, and every other row begins at an odd float
// expect: memcheck misaligned at=@A space=global array=a block=(1,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int H = 4, W = 33;

// Launch: grid [H], block [W / 2].
__global__ void sum_pairs(const float* a, float* sums, int pitch) {  // a [H, pitch], sums [H, W / 2]
    const float* row = a + blockIdx.x * pitch;
    const float2 pair = reinterpret_cast<const float2*>(row)[threadIdx.x];  // @A
    sums[blockIdx.x * (W / 2) + threadIdx.x] = pair.x + pair.y;
}

int main() {
#ifdef FIXED
    constexpr int PITCH = W + 1;
#else
    constexpr int PITCH = W;
#endif
    float *a, *sums;
    CHECK(cudaMalloc(&a, H * PITCH * sizeof(float)));
    CHECK(cudaMalloc(&sums, H * (W / 2) * sizeof(float)));
    CHECK(cudaMemset(a, 0, H * PITCH * sizeof(float)));
    sum_pairs<<<H, W / 2>>>(a, sums, PITCH);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(sums));
}
