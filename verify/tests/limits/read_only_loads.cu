// limit: __ldg reads what the kernel has written, where a GPU's read-only cache may hold what was there before
// prints: 42 of 42
#include <cstdio>

__device__ int values[42];

__global__ void write_and_read(int* right) {
    const int i = static_cast<int>(threadIdx.x);
    values[i] = i + 1;
    // On a GPU this may be 0: __ldg is for memory that nothing writes while the kernel runs.
    if (__ldg(&values[i]) == i + 1) atomicAdd(right, 1);
}

int main() {
    int* right;
    cudaMallocManaged(&right, sizeof(int));
    *right = 0;
    write_and_read<<<1, 42>>>(right);
    cudaDeviceSynchronize();
    std::printf("%d of 42\n", *right);
    cudaFree(right);
}
