// A function of the host that runs in a stream may call no function of CUDA: cudaErrorNotPermitted.
#include "show.h"

__global__ void nothing() {}

cudaError_t results[4];

void call(void*) {
    void* pointer;
    cudaEvent_t event;
    results[0] = cudaMalloc(&pointer, 4);
    results[1] = cudaStreamQuery(nullptr);
    results[2] = cudaEventCreate(&event);
    cudaGetLastError();
    nothing<<<1, 1>>>();
    results[3] = cudaGetLastError();
}

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    show("launch", cudaLaunchHostFunc(stream, call, nullptr));
    show("wait", cudaStreamSynchronize(stream));
    show("allocate", results[0]);
    show("query", results[1]);
    show("create an event", results[2]);
    show("launch a kernel", results[3]);
    show("of no function", cudaLaunchHostFunc(stream, nullptr, nullptr));
    cudaGetLastError();
    show("all well", cudaDeviceSynchronize());
    must(cudaStreamDestroy(stream));
}
