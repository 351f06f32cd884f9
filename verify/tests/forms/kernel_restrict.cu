// form: const float* __restrict__ parameters, __ldg loads and __stcs stores
#include <cstdio>
__global__ void add(const float* __restrict__ a, const float* const __restrict__ b, float* __restrict__ sum) {
    const int i = threadIdx.x;
    __stcs(sum + i, __ldg(&a[i]) + __ldcs(b + i));
}
int main() {
    float* values;
    cudaMallocManaged(&values, 12 * sizeof(float));
    for (int i = 0; i < 12; ++i) values[i] = i;
    add<<<1, 4>>>(values, values + 4, values + 8);
    cudaDeviceSynchronize();
    std::puts(values[11] == 3 + 7 ? "ok" : "wrong");
    cudaFree(values);
}
