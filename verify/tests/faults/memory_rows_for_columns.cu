// fault: row and column change places in the index of a matrix that is wider than it is high
// expect: memcheck out-of-bounds at=@A space=global array=a distance=0 block=(3,0,0) thread=(0,0,0)
#include "faults.h"

constexpr int T = 8, H = 24, W = 40;

// Launch: grid [W / T, H / T], block [T, T].
__global__ void fill_matrix(float* a) {  // a [H, W]
    const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
#ifdef FIXED
    a[row * W + column] = row - column;
#else
    a[column * W + row] = row - column;  // @A
#endif
}

int main() {
    float* a;
    CHECK(cudaMalloc(&a, H * W * sizeof(float)));
    fill_matrix<<<dim3(W / T, H / T), dim3(T, T)>>>(a);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a));
}
