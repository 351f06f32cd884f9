// A program whose own check fails: what is wrong with its kernel is told before that.
#include <cassert>

__global__ void sum(int* total, int* x) { *total += x[threadIdx.x]; }  // a race, and nobody wrote x

int main() {
    int *total, *x, h = 0;
    cudaMalloc(&total, sizeof(int));
    cudaMalloc(&x, 32 * sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    sum<<<1, 32>>>(total, x);
    cudaMemcpy(&h, total, sizeof(int), cudaMemcpyDeviceToHost);
    assert(h == 32);
}
