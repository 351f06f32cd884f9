// limit: a read that the compiler removes, because nobody uses its value, is not there to be looked at
// build: check
// prints: no finding, though the text reads what another thread stores
#include <cstdio>

// Launch: grid [1], block [64].
__global__ void read_for_nothing(int* x) {
    const int old = x[0];
    if (threadIdx.x == 32) x[0] = 1;
    const int change = old - old;  // 0, and so old is not read
    x[1 + threadIdx.x] = change;
}

int main() {
    int* x;
    cudaMalloc(&x, 65 * sizeof(int));
    cudaMemset(x, 0, 65 * sizeof(int));
    read_for_nothing<<<1, 64>>>(x);
    if (cudaDeviceSynchronize() == cudaSuccess)
        std::printf("no finding, though the text reads what another thread stores\n");
    cudaFree(x);
}
