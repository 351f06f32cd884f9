// form: __constant__ and __device__ variables with cudaMemcpyToSymbol and cudaMemcpyFromSymbol
#include <cstdio>
#define RADIUS 2
__constant__ float filter[2 * RADIUS + 1];
__device__ float result = -1;
__device__ __constant__ int scale = 2;
__global__ void apply() {
    float sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++) sum += filter[i + RADIUS];
    result = sum * scale;
}
int main() {
    const float host[2 * RADIUS + 1] = {1, 2, 3, 4, 5};
    float got = 0;
    cudaMemcpyToSymbol(filter, host, sizeof(host));
    apply<<<1, 1>>>();
    cudaMemcpyFromSymbol(&got, result, sizeof(float), 0, cudaMemcpyDeviceToHost);
    std::puts(got == 30 ? "ok" : "wrong");
}
