// A kernel that reads through a null pointer: cudaErrorIllegalAddress, which stays to the end of the process.
#include "show.h"

__global__ void fail(int* data, int* nowhere) {
    if (blockIdx.x == 1 || threadIdx.x == 3) data = nowhere;
    data[0] = data[1] + 1;
}

int main() {
    int* device;
    must(cudaMalloc(&device, 64));
    must(cudaMemset(device, 0, 64));
    fail<<<2, 32>>>(device, nullptr);
    const cudaError_t first = cudaDeviceSynchronize();
    show("wait", first);
    show("code", static_cast<int>(first));
    show("wait again", cudaDeviceSynchronize());
    show("get the error", cudaGetLastError());
    show("allocate", cudaMalloc(&device, 64));
    fail<<<1, 1>>>(device, nullptr);
    show("after another launch", cudaGetLastError());
    show("wait", cudaDeviceSynchronize());
}
