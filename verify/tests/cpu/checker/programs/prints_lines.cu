// A kernel whose threads print: CUDA promises no order of their lines.
#include <cstdio>

__global__ void hello() { printf("hello from thread %d of block %d\n", threadIdx.x, blockIdx.x); }

int main() {
    hello<<<2, 4>>>();
    cudaDeviceSynchronize();
}
