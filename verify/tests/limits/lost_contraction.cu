// limit: a * b + c is rounded twice, as with -fmad=false; nvcc fuses it, and an H200 prints 4.5e-13
// prints: what rounding the product took away: 0.0e+00
#include <cstdio>

// out [1]. Launch: grid [1], block [1].
__global__ void residual(float a, float b, float* out) {
    const float rounded = __fmul_rn(a, b);
    *out = a * b - rounded;  // fused, the product is not rounded before the difference
}

int main() {
    float* out;
    cudaMallocManaged(&out, sizeof(float));
    residual<<<1, 1>>>(1 + 0x1p-20f, 1 + 0x1p-21f, out);
    cudaDeviceSynchronize();
    std::printf("what rounding the product took away: %.1e\n", *out);
    cudaFree(out);
}
