// A program that says how long it took.
#include <cstdio>

__global__ void work(float* p) {
    for (int i = 0; i < 1000; ++i) p[threadIdx.x] = p[threadIdx.x] * 0.5f + i;
}

int main() {
    float* p;
    cudaMalloc(&p, 32 * sizeof(float));
    cudaMemset(p, 0, 32 * sizeof(float));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    work<<<1, 32>>>(p);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    std::printf("took %.4f ms\n", ms);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(p);
}
