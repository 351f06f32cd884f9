// fault: three members of each float4 are written and four are read
// expect: initcheck uninitialised at=@A space=global array=points thread=(0,0,0) count=32
#include "faults.h"

constexpr int N = 32;

// points [N]. Launch: grid [1], block [N].
__global__ void place(float4* points) {
    float4& point = points[threadIdx.x];
    point.x = threadIdx.x;
    point.y = 1;
    point.z = 2;
#ifdef FIXED
    point.w = 1;
#endif
}

// points [N], sums [N]. Launch: grid [1], block [N].
__global__ void add_members(const float4* points, float* sums) {
    const float4& point = points[threadIdx.x];
    sums[threadIdx.x] = point.x + point.y + point.z + point.w;  // @A
}

int main() {
    float4* points;
    float* sums;
    CHECK(cudaMalloc(&points, N * sizeof(float4)));
    CHECK(cudaMalloc(&sums, N * sizeof(float)));
    place<<<1, N>>>(points);
    add_members<<<1, N>>>(points, sums);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(points));
    CHECK(cudaFree(sums));
}
