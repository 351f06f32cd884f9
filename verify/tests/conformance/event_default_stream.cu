// An event recorded in the default stream stands for the work of the blocking streams, too.
#include "show.h"

__device__ int value, result;
__global__ void slow_store(int x) {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
    value = x;
}
__global__ void keep() { result = value; }

int main() {
    cudaStream_t blocking, independent;
    cudaEvent_t event;
    must(cudaStreamCreate(&blocking));
    must(cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking));
    must(cudaEventCreate(&event));
    slow_store<<<1, 1, 0, blocking>>>(6);
    must(cudaEventRecord(event));
    must(cudaStreamWaitEvent(independent, event, 0));
    keep<<<1, 1, 0, independent>>>();
    must(cudaStreamSynchronize(independent));
    show("6", fetch(result).value);
    must(cudaEventDestroy(event));
    must(cudaStreamDestroy(blocking));
    must(cudaStreamDestroy(independent));
}
