// form: timing by events, bandwidth from cudaEventElapsedTime
#include <cstdio>
__global__ void nothing() {}
int main() {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    for (int i = 0; i < 10; ++i) nothing<<<1, 32>>>();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float milliseconds = -1;
    cudaEventElapsedTime(&milliseconds, start, stop);
    std::puts(milliseconds >= 0 ? "ok" : "wrong");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
}
