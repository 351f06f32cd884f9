// fault: the last float4 of an array whose length is no multiple of four lies partly outside
// expect: memcheck out-of-bounds at=@A space=global array=x block=(3,0,0) thread=(58,0,0)
#include "faults.h"

constexpr int N = 1001, VECTORS = (N + 3) / 4, BLOCK = 64;

// Launch: grid [ceil(VECTORS / BLOCK)], block [BLOCK].
template <typename Vector>
__global__ void copy_vectors(const Vector* x, Vector* y) {  // x [VECTORS], y [VECTORS]
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < VECTORS) y[i] = x[i];  // @A
}

int main() {
#ifdef FIXED
    constexpr size_t BYTES = VECTORS * sizeof(float4);
#else
    constexpr size_t BYTES = N * sizeof(float);
#endif
    float *x, *y;
    CHECK(cudaMalloc(&x, BYTES));
    CHECK(cudaMalloc(&y, VECTORS * sizeof(float4)));
    CHECK(cudaMemset(x, 0, BYTES));
    copy_vectors<<<(VECTORS + BLOCK - 1) / BLOCK, BLOCK>>>(reinterpret_cast<float4*>(x), reinterpret_cast<float4*>(y));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
