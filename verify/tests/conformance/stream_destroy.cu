// cudaStreamDestroy does not wait: the stream's work is done all the same, and other streams still follow it.
#include "show.h"

__device__ int value, result;
__global__ void slow_store(int x) {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
    value = x;
}
__global__ void keep() { result = value + 1; }

int main() {
    cudaStream_t stream;
    cudaEvent_t event;
    must(cudaStreamCreate(&stream));
    slow_store<<<1, 1, 0, stream>>>(5);
    show("destroy", cudaStreamDestroy(stream));
    keep<<<1, 1>>>();  // the default stream follows every blocking stream
    show("5 + 1", fetch(result).value);

    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaEventCreate(&event));
    slow_store<<<1, 1, 0, stream>>>(8);
    must(cudaEventRecord(event, stream));
    show("destroy", cudaStreamDestroy(stream));
    show("stream waits", cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
    show("destroy the event", cudaEventDestroy(event));
    keep<<<1, 1, 0, cudaStreamPerThread>>>();
    must(cudaStreamSynchronize(cudaStreamPerThread));
    show("8 + 1", fetch(result).value);
}
