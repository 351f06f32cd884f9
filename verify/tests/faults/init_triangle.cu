// fault: the lower triangle of a matrix is written and the whole of it is read
// expect: initcheck uninitialised at=@A space=global array=a thread=(1,0,0) block=(0,0,0)
#include "faults.h"

constexpr int T = 8, N = 2 * T;

// a [N, N]. Each launch: grid [N / T, N / T], block [T, T].
__global__ void fill_lower(float* a) {
    const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
#ifdef FIXED
    a[row * N + column] = column <= row ? 1 : 0;
#else
    if (column <= row) a[row * N + column] = 1;
#endif
}
__global__ void add_transpose(const float* a, float* b) {  // b [N, N]
    const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
    b[row * N + column] = a[row * N + column] + a[column * N + row];  // @A
}

int main() {
    float *a, *b;
    CHECK(cudaMalloc(&a, N * N * sizeof(float)));
    CHECK(cudaMalloc(&b, N * N * sizeof(float)));
    fill_lower<<<dim3(N / T, N / T), dim3(T, T)>>>(a);
    add_transpose<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
