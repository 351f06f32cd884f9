// CUDA_LAUNCH_BLOCKING=1: a launch waits for its kernel, and so the error of the kernel is there right after it.
#include "show.h"

__global__ void fail(int* data) { *data = 1; }

int main() {
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1);  // before the first call
    int* device;
    must(cudaMalloc(&device, 64));
    fail<<<1, 1>>>(nullptr);
    show("ask", cudaGetLastError());
    show("ask again", cudaGetLastError());
    show("peek", cudaPeekAtLastError());
    show("wait", cudaDeviceSynchronize());
    show("ask", cudaGetLastError());
    show("ask again", cudaGetLastError());
    show("wait again", cudaDeviceSynchronize());
}
