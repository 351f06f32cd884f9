// fault: a matrix type finds a row by the number of rows instead of the number of columns
// expect: memcheck out-of-bounds at=@A space=global distance=0 thread=(0,4,0) block=(0,0,0)
#include "faults.h"

struct Matrix {  // [rows, columns]
    float* values;
    int rows, columns;
#ifdef FIXED
    __device__ float& at(int row, int column) const { return values[row * columns + column]; }
#else
    __device__ float& at(int row, int column) const { return values[row * rows + column]; }
#endif
};

// Launch: grid [1], block [a.columns, a.rows].
__global__ void fill_matrix(Matrix a, float value) {
    a.at(threadIdx.y, threadIdx.x) = value;  // @A
}

int main() {
    Matrix a = {nullptr, 8, 4};
    CHECK(cudaMalloc(&a.values, a.rows * a.columns * sizeof(float)));
    fill_matrix<<<1, dim3(a.columns, a.rows)>>>(a, 1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(a.values));
}
