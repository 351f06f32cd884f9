// fault: the host reads a result through the device's pointer
// expect: memcheck device-access at=@A
#include "faults.h"

constexpr int N = 64;

// x [N]. Launch: grid [1], block [N].
__global__ void fill(float* x, float value) { x[threadIdx.x] = value; }

int main() {
    float* x;
    CHECK(cudaMalloc(&x, N * sizeof(float)));
    fill<<<1, N>>>(x, 1);
    CHECK(cudaDeviceSynchronize());
#ifdef FIXED
    float first;
    CHECK(cudaMemcpy(&first, x, sizeof(float), cudaMemcpyDeviceToHost));
#else
    const float first = *const_cast<volatile float*>(x);  // @A
#endif
    if (first != 1) return 4;
    CHECK(cudaFree(x));
}
