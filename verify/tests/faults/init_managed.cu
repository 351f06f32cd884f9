// fault: the host fills all but the last element of a managed array
// expect: initcheck uninitialised at=@A array=x thread=(63,0,0) count=1
#include "faults.h"

constexpr int N = 64;

// x [N], y [N]. Launch: grid [1], block [N].
__global__ void negate(const int* x, int* y) {
    y[threadIdx.x] = -x[threadIdx.x];  // @A
}

int main() {
    int *x, *y;
    CHECK(cudaMallocManaged(&x, N * sizeof(int)));
    CHECK(cudaMallocManaged(&y, N * sizeof(int)));
#ifdef FIXED
    for (int i = 0; i < N; ++i) x[i] = i;
#else
    for (int i = 0; i < N - 1; ++i) x[i] = i;
#endif
    negate<<<1, N>>>(x, y);
    CHECK(cudaDeviceSynchronize());
    if (y[1] != -1) return 4;
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
