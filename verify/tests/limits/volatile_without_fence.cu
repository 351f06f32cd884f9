// limit: what is stored and loaded by volatile alone is no race: a sum and its flag want a fence between them
// build: check
// prints: no finding, though the flag may be seen before the sum
#include <cstdio>

// Block 1 takes over the sum of block 0, as a scan does that looks back. Launch: grid [2], block [1].
__global__ void look_back(volatile int* sum, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *sum = 5;
        *flag = 1;  // without a __threadfence() before it
    } else {
        while (*flag == 0) __nanosleep(20);
        *out = *sum;
    }
}

int main() {
    int* x;
    cudaMalloc(&x, 3 * sizeof(int));
    cudaMemset(x, 0, 3 * sizeof(int));
    look_back<<<2, 1>>>(x, x + 1, x + 2);
    if (cudaDeviceSynchronize() == cudaSuccess) std::printf("no finding, though the flag may be seen before the sum\n");
    cudaFree(x);
}
