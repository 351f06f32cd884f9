// Threads that return before a barrier: it waits for those that have not.
#include <cstdio>

__global__ void shift(int* p, int n) {
    __shared__ int s[64];
    if (threadIdx.x >= n) return;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[(threadIdx.x + 1) % n];
}

int main() {
    int *d, h[50];
    cudaMalloc(&d, sizeof h);
    shift<<<1, 64>>>(d, 50);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    std::puts(h[0] == 1 && h[49] == 0 ? "ok" : "wrong");
    cudaFree(d);
}
