// cudaMemcpyAsync with pageable memory: the source may change once the call returns, and what came back is there.
#include "show.h"

__global__ void add(int* data) { data[threadIdx.x] += 100; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int *device, in[4] = {1, 2, 3, 4}, out[4] = {};
    must(cudaMalloc(&device, sizeof in));
    must(cudaMemcpyAsync(device, in, sizeof in, cudaMemcpyHostToDevice, stream));
    for (int& x : in) x = -1;
    add<<<1, 4, 0, stream>>>(device);
    must(cudaMemcpyAsync(out, device, sizeof out, cudaMemcpyDeviceToHost, stream));
    show("without a wait", out);
    must(cudaMemcpy(device, in, sizeof in, cudaMemcpyHostToDevice));
    for (int& x : in) x = -2;
    must(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
    show("by cudaMemcpy", out);
    must(cudaFree(device));
    must(cudaStreamDestroy(stream));
}
