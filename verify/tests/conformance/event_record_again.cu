// An event that is recorded again: waits that were asked for before stand for the first record, later ones for the
// last.
#include "show.h"

__device__ int value, result[2];
__global__ void slow_store(int x) {
    for (int i = 0; i < 50; ++i) __nanosleep(1000);
    value = x;
}
__global__ void keep(int i) { result[i] = value; }

int main() {
    cudaStream_t first, second;
    cudaEvent_t event;
    must(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    must(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    must(cudaEventCreate(&event));
    slow_store<<<1, 1, 0, first>>>(3);
    must(cudaEventRecord(event, first));
    must(cudaStreamWaitEvent(second, event, 0));
    must(cudaEventRecord(event, second));  // of the other stream: includes the wait
    must(cudaStreamWaitEvent(first, event, 0));
    keep<<<1, 1, 0, second>>>(0);
    must(cudaEventRecord(event, second));
    must(cudaStreamWaitEvent(first, event, 0));
    slow_store<<<1, 1, 0, first>>>(4);
    must(cudaEventRecordWithFlags(event, first, cudaEventRecordDefault));
    must(cudaEventSynchronize(event));
    keep<<<1, 1, 0, second>>>(1);
    must(cudaStreamSynchronize(second));
    show("3, 4", fetch(result));
    must(cudaEventDestroy(event));
    must(cudaStreamDestroy(first));
    must(cudaStreamDestroy(second));
}
