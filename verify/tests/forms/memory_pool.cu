// form: stream-ordered memory: cudaMallocAsync, cudaFreeAsync, and the release threshold of the default memory pool
#include <cstdint>
#include <cstdio>
__global__ void count(int* values) { values[threadIdx.x] = threadIdx.x; }
int main() {
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    uint64_t threshold = UINT64_MAX;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int *values, host[8];
    cudaMallocAsync((void**)&values, sizeof host, stream);
    count<<<1, 8, 0, stream>>>(values);
    cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(values, stream);
    cudaStreamSynchronize(stream);
    std::puts(host[7] == 7 ? "ok" : "wrong");
    cudaStreamDestroy(stream);
}
