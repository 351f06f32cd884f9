// fault: a kernel gets the elements of a std::vector, which lie in the host's memory
// expect: memcheck host-access at=@A thread=(0,0,0) block=(0,0,0)
#include <vector>

#include "faults.h"

constexpr int N = 64;

__device__ float y[N];

// x [N]. Launch: grid [1], block [N].
__global__ void square(const float* x) {
    y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];  // @A
}

int main() {
    const std::vector<float> h_x(N, 3.0f);
#ifdef FIXED
    float* d_x;
    CHECK(cudaMalloc(&d_x, N * sizeof(float)));
    CHECK(cudaMemcpy(d_x, h_x.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    square<<<1, N>>>(d_x);
    CHECK(cudaFree(d_x));
#else
    square<<<1, N>>>(h_x.data());
#endif
    CHECK(cudaDeviceSynchronize());
}
