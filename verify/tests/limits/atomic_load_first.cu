// limit: a load that is volatile or atomic is not kept: a plain store after it is a race only where it comes first
// build: check
// prints: no finding, though the store races with the load
#include <cstdio>

// In the order forward the load comes first. Launch: grid [1], block [64].
__global__ void load_then_store(int* x, int* seen) {
    if (threadIdx.x == 0) *seen = *static_cast<volatile int*>(x);
    if (threadIdx.x == 32) *x = 1;
}

int main() {
    int* x;
    cudaMalloc(&x, 2 * sizeof(int));
    cudaMemset(x, 0, 2 * sizeof(int));
    load_then_store<<<1, 64>>>(x, x + 1);
    if (cudaDeviceSynchronize() == cudaSuccess) std::printf("no finding, though the store races with the load\n");
    cudaFree(x);
}
