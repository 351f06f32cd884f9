// The forms of a static __shared__ declaration: several names, scalars, alignment, static, in an inner scope.
#include "show.h"

__device__ int result[7];

__global__ void declare() {
    __shared__ int a[4], b;
    __shared__ static short c[2];
    __shared__ __align__(16) char d[3];
    __shared__ alignas(32) float e;
    __shared__ volatile int f;
    __shared__ float2 g[2];
    if (threadIdx.x == 0) {
        a[3] = 1, b = 2, c[1] = 3, d[2] = 4, e = 5.0f, g[1].y = 7.0f;
        f = 6;
        __shared__ int inner;  // lives as long as the block, like all of them
        inner = 8;
        b += inner;
    }
    __syncthreads();
    const int all[] = {a[3], b, c[1], d[2], static_cast<int>(e), f, static_cast<int>(g[1].y)};
    if (threadIdx.x < 7) result[threadIdx.x] = all[threadIdx.x];
}

int main() {
    declare<<<1, 32>>>();
    show("values", fetch(result));
}
