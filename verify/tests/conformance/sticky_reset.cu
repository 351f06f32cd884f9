// cudaDeviceReset after an error in a kernel succeeds, and helps nobody: there is no device until the process ends.
#include "show.h"

__global__ void fail(int* data) { *data = 1; }
__global__ void nothing() {}

int main() {
    int *device = nullptr, host[2] = {5, 6};
    must(cudaMalloc(&device, sizeof host));
    fail<<<1, 1>>>(nullptr);
    show("wait", cudaDeviceSynchronize());
    show("reset", cudaDeviceReset());
    show("ask", cudaGetLastError());
    show("allocate", cudaMalloc(&device, sizeof host));
    show("copy in", cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    nothing<<<4, 256>>>();
    show("a right launch", cudaGetLastError());
    show("wait", cudaDeviceSynchronize());
}
