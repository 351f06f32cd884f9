// form: a launch with shared memory and a stream
#include <cstdio>
__managed__ int total;
__global__ void sum() {
    extern __shared__ int values[];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned i = 0; i < blockDim.x; ++i) total += values[i];
}
int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    sum<<<1, 64, 64 * sizeof(int), stream>>>();
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    std::puts(total == 64 * 63 / 2 ? "ok" : "wrong");
}
