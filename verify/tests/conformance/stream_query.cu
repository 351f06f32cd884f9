// cudaStreamQuery and cudaEventQuery in loops: cudaErrorNotReady until the work is done, then cudaSuccess.
#include "show.h"

__device__ int result;
__global__ void add() {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
    result += 1;
}

int main() {
    cudaStream_t stream;
    cudaEvent_t event;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    cudaError_t error;
    for (int i = 0; i < 3; ++i) add<<<1, 1, 0, stream>>>();
    while ((error = cudaStreamQuery(stream)) == cudaErrorNotReady) {
    }
    show("stream", error);
    for (int i = 0; i < 3; ++i) add<<<1, 1, 0, stream>>>();
    must(cudaEventRecord(event, stream));
    while ((error = cudaEventQuery(event)) == cudaErrorNotReady) {
    }
    show("event", error);
    show("the work is done", fetch(result).value);
    must(cudaEventDestroy(event));
    must(cudaStreamDestroy(stream));
}
