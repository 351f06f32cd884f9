// fault: the indices of a scatter are no permutation: two threads store into the same element
// expect: racecheck race at=@A other=@A space=global array=y
#include "faults.h"

constexpr int N = 64;

// x [N], index [N], y [N]. Launch: grid [1], block [N].
__global__ void scatter(const float* x, const int* index, float* y) {
    y[index[threadIdx.x]] = x[threadIdx.x];  // @A
}

int main() {
    float *x, *y;
    int* index;
    CHECK(cudaMallocManaged(&x, N * sizeof(float)));
    CHECK(cudaMallocManaged(&y, N * sizeof(float)));
    CHECK(cudaMallocManaged(&index, N * sizeof(int)));
    for (int i = 0; i < N; ++i) {
        x[i] = 0.5f * i;
#ifdef FIXED
        index[i] = 7 * i % N;
#else
        index[i] = 7 * i % (N - 1);
#endif
    }
    scatter<<<1, N>>>(x, index, y);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    CHECK(cudaFree(index));
}
