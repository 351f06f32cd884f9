// form: <cuda_profiler_api.h>: cudaProfilerStart and cudaProfilerStop around the work
#include <cuda_profiler_api.h>
#include <cstdio>
__managed__ int total;
__global__ void add() { atomicAdd(&total, 1); }
int main() {
    cudaProfilerStart();
    add<<<1, 32>>>();
    cudaDeviceSynchronize();
    cudaProfilerStop();
    std::puts(total == 32 ? "ok" : "wrong");
}
