// fault: dynamic shared memory is cut into two arrays that have one element in common
// expect: racecheck race at=@A other=@B space=shared thread=(63,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ float out[N];

// Launch: grid [1], block [N], shared 2 * N * sizeof(float).
__global__ void weigh(float scale) {
    extern __shared__ float values[];  // [N values, N weights]
#ifdef FIXED
    float* weights = values + N;
#else
    float* weights = values + N - 1;
#endif
    const int i = threadIdx.x;
    values[i] = scale * i;  // @A
    weights[i] = 1;         // @B
    __syncthreads();
    out[i] = values[N - 1 - i] * weights[N - 1 - i];
}

int main() {
    weigh<<<1, N, 2 * N * sizeof(float)>>>(0.5f);
    CHECK(cudaDeviceSynchronize());
}
