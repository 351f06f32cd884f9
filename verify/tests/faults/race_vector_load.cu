// fault: a float4 is loaded from four floats that four threads store, without a barrier between
// expect: racecheck race at=@A other=@B space=shared array=tile
// expect: initcheck uninitialised at=@B space=shared array=tile thread=(0,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ float4 out[N];

// Launch: grid [1], block [N].
__global__ void gather_vectors(float scale) {
    __shared__ __align__(16) float tile[N];
    const int i = threadIdx.x;
    tile[i] = scale * i;  // @A
#ifdef FIXED
    __syncthreads();
#endif
    const float4* vectors = reinterpret_cast<const float4*>(tile);
    out[i] = vectors[(i + 1) % (N / 4)];  // @B
}

int main() {
    gather_vectors<<<1, N>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
