// Mapped host memory: a kernel reads and writes the host's own pages (cudaHostAllocMapped, cudaHostGetDevicePointer).
#include "show.h"

__global__ void square(int* data) { data[threadIdx.x] *= data[threadIdx.x]; }

int main() {
    int *host, *device;
    must(cudaHostAlloc(&host, 5 * sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < 5; ++i) host[i] = i + 1;
    must(cudaHostGetDevicePointer(&device, host, 0));
    square<<<1, 5>>>(device);
    must(cudaDeviceSynchronize());
    show("squares", host[0], host[1], host[2], host[3], host[4]);
    must(cudaFreeHost(host));
}
