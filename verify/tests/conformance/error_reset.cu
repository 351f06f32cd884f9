// cudaDeviceReset gives back all memory, streams and events; the device can be used again at once.
#include "show.h"

__global__ void add(int* data) { data[threadIdx.x] = 5 + threadIdx.x; }

int main() {
    int *device, host[4];
    must(cudaMalloc(&device, sizeof host));
    add<<<1, 4>>>(device);
    must(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    show("before", host);
    show("reset", cudaDeviceReset());
    must(cudaMalloc(&device, sizeof host));
    add<<<1, 4>>>(device);
    must(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    show("after", host);
    show("reset", cudaDeviceReset());
}
