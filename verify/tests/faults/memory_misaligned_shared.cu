// fault: dynamic shared memory holds an odd number of ints, and behind them doubles
// expect: memcheck misaligned at=@A space=shared thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 33;

__device__ double out[N];

// Launch: grid [1], block [N], shared (N + 1) * sizeof(int) + N * sizeof(double).
__global__ void weigh(double scale) {
    extern __shared__ __align__(8) int counts[];  // [N counts, N weights]
#ifdef FIXED
    double* weights = reinterpret_cast<double*>(counts + N + 1);
#else
    double* weights = reinterpret_cast<double*>(counts + N);
#endif
    const int i = threadIdx.x;
    counts[i] = i;
    weights[i] = scale * i;  // @A
    out[i] = counts[i] * scale;
}

int main() {
    weigh<<<1, N, (N + 1) * sizeof(int) + N * sizeof(double)>>>(0.5);
    CHECK(cudaDeviceSynchronize());
}
