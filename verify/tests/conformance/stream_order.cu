// Work of one stream keeps its order: copies, sets and kernels, each using what the one before left.
#include "show.h"

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }
__global__ void multiply(int* data, int factor) { data[threadIdx.x] *= factor; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int *device, *host;
    must(cudaMalloc(&device, 4 * sizeof(int)));
    must(cudaMallocHost(&host, 8 * sizeof(int)));
    for (int i = 0; i < 4; ++i) host[i] = i;
    must(cudaMemcpyAsync(device, host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream));
    add<<<1, 4, 0, stream>>>(device, 10);
    multiply<<<1, 4, 0, stream>>>(device, 3);
    must(cudaMemsetAsync(device + 3, 0, sizeof(int), stream));
    add<<<1, 4, 0, stream>>>(device, 1);
    must(cudaMemcpyAsync(host + 4, device, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    show("(i + 10) * 3 + 1", host[4], host[5], host[6], host[7]);
    must(cudaFree(device));
    must(cudaFreeHost(host));
    must(cudaStreamDestroy(stream));
}
