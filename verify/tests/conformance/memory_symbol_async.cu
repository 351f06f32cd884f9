// cudaMemcpyToSymbolAsync and cudaMemcpyFromSymbolAsync: symbol copies in a stream.
#include "show.h"

__constant__ int factor;
__device__ int result[4];

__global__ void multiply() { result[threadIdx.x] = factor * threadIdx.x; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int* host;  // pinned, so that the copies are really asynchronous
    must(cudaMallocHost(&host, 5 * sizeof(int)));
    host[0] = 11;
    must(cudaMemcpyToSymbolAsync(factor, host, sizeof(int), 0, cudaMemcpyHostToDevice, stream));
    multiply<<<1, 4, 0, stream>>>();
    must(cudaMemcpyFromSymbolAsync(host + 1, result, 4 * sizeof(int), 0, cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    show("multiples of 11", host[1], host[2], host[3], host[4]);
    must(cudaFreeHost(host));
    must(cudaStreamDestroy(stream));
}
