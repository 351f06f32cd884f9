// After an error in a kernel, every call that needs the device returns that error, whatever it is asked.
#include "show.h"

__global__ void fail(int* data) {
    if (threadIdx.x == 0) *data = 1;
}

int main() {
    int *device, host[2] = {5, 6};
    cudaStream_t stream;
    cudaEvent_t event;
    must(cudaMalloc(&device, 64));
    must(cudaStreamCreate(&stream));
    must(cudaEventCreate(&event));
    fail<<<1, 32>>>(nullptr);
    show("copy back", cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    show("peek", cudaPeekAtLastError());
    show("copy in", cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    show("set", cudaMemset(device, 0, 4));
    show("allocate", cudaMalloc(&device, 64));
    show("free", cudaFree(device));
    show("stream wait", cudaStreamSynchronize(stream));
    show("stream query", cudaStreamQuery(stream));
    show("event record", cudaEventRecord(event, stream));
    show("event wait", cudaEventSynchronize(event));
    show("wait", cudaDeviceSynchronize());
    show("peek", cudaPeekAtLastError());
    show("the host's array", host);
    // What needs no device still answers.
    int current;
    show("get device", cudaGetDevice(&current));
    show("name", cudaGetErrorName(cudaErrorIllegalAddress));
}
