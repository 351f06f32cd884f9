// form: 128-bit loads: reinterpret_cast<float4*>, and a FLOAT4(x) macro over an element
#include <cstdio>
#define FLOAT4(value) (reinterpret_cast<float4*>(&(value))[0])
__global__ void twice(float* x, float* y) {
    const int i = 4 * threadIdx.x;
    float4 a = FLOAT4(x[i]);
    const float4 b = *reinterpret_cast<const float4*>(x + i);
    FLOAT4(y[i]) = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
int main() {
    float* values;
    cudaMallocManaged(&values, 64 * sizeof(float));
    for (int i = 0; i < 32; ++i) values[i] = i;
    twice<<<1, 8>>>(values, values + 32);
    cudaDeviceSynchronize();
    std::puts(values[63] == 62 ? "ok" : "wrong");
    cudaFree(values);
}
