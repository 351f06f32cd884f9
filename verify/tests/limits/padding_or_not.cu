// limit: a float4 of which nobody wrote a part is not found when it is copied: a structure may have padding there
// build: check
// prints: no finding, though w was never written
#include <cstdio>

constexpr int N = 32;

// points [N]. Each launch: grid [1], block [N].
__global__ void place(float4* points) {
    float4& point = points[threadIdx.x];
    point.x = point.y = point.z = 1;
}
__global__ void copy(const float4* from, float4* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
    float4 *a, *b;
    cudaMalloc(&a, N * sizeof(float4));
    cudaMalloc(&b, N * sizeof(float4));
    place<<<1, N>>>(a);
    copy<<<1, N>>>(a, b);
    if (cudaDeviceSynchronize() == cudaSuccess) std::printf("no finding, though w was never written\n");
    cudaFree(a);
    cudaFree(b);
}
