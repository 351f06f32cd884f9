// A kernel whose assert() fails: a line on stderr, and cudaErrorAssert, which stays.
#include "show.h"

#include <cassert>

__global__ void fail(int* data) {
    assert(data != nullptr);
    assert(threadIdx.x != 7 || blockIdx.x != 1);
}

int main() {
    int* device;
    must(cudaMalloc(&device, 64));
    must(cudaMemset(device, 0, 64));
    fail<<<2, 32>>>(device);
    const cudaError_t first = cudaDeviceSynchronize();
    show("wait", first);
    show("code", static_cast<int>(first));
    show("wait again", cudaDeviceSynchronize());
    show("get the error", cudaGetLastError());
    show("allocate", cudaMalloc(&device, 64));
    fail<<<1, 1>>>(device);
    show("after another launch", cudaGetLastError());
    show("wait", cudaDeviceSynchronize());
}
