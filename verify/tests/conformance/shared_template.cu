// A __shared__ array whose type and size are template arguments: each instance has its own.
#include "show.h"

__device__ double result[3];

template <class T, int N>
__global__ void sum(int slot) {
    __shared__ T values[N];
    for (int i = threadIdx.x; i < N; i += blockDim.x) values[i] = static_cast<T>(i + 0.5);
    __syncthreads();
    if (threadIdx.x > 0) return;
    T total = 0;
    for (int i = 0; i < N; ++i) total += values[i];
    result[slot] = static_cast<double>(total);
}

int main() {
    sum<int, 10><<<1, 4>>>(0);
    sum<float, 10><<<1, 4>>>(1);
    sum<double, 100><<<1, 32>>>(2);
    show("int, float, double", fetch(result));
}
