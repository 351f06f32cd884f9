// limit: a * b + c is fused only where nothing else uses the product; TODO-H200: what does nvcc make of it there?
// prints: what rounding the product took away: 0.0e+00
#include <cstdio>

// out [2]: the product, and what is left of it. Launch: grid [1], block [1].
__global__ void residual(float a, float b, float* out) {
    const float product = a * b, rounded = __fmul_rn(a, b);
    out[0] = product;
    out[1] = product - rounded;  // fused, the product is not rounded before the difference
}

int main() {
    float* out;
    cudaMallocManaged(&out, 2 * sizeof(float));
    residual<<<1, 1>>>(1 + 0x1p-20f, 1 + 0x1p-21f, out);
    cudaDeviceSynchronize();
    std::printf("what rounding the product took away: %.1e\n", out[1]);
    cudaFree(out);
}
