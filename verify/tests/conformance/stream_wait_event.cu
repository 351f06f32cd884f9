// An event makes one stream wait for another: producer and consumer pass a buffer to and fro.
#include "show.h"

__device__ int buffer[256], sum;

__global__ void produce(int round) { buffer[threadIdx.x] = round * threadIdx.x; }
__global__ void consume() { atomicAdd(&sum, buffer[threadIdx.x]); }

int main() {
    cudaStream_t producer, consumer;
    cudaEvent_t full, empty;
    must(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
    must(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
    must(cudaEventCreateWithFlags(&full, cudaEventDisableTiming));
    must(cudaEventCreateWithFlags(&empty, cudaEventDisableTiming));
    for (int round = 1; round <= 4; ++round) {
        must(cudaStreamWaitEvent(producer, empty, 0));  // the first time it was never recorded: no wait
        produce<<<1, 256, 0, producer>>>(round);
        must(cudaEventRecord(full, producer));
        must(cudaStreamWaitEvent(consumer, full, 0));
        consume<<<1, 256, 0, consumer>>>();
        must(cudaEventRecord(empty, consumer));
    }
    show("sum of 4 rounds", fetch(sum).value);
    must(cudaEventDestroy(full));
    must(cudaEventDestroy(empty));
    must(cudaStreamDestroy(producer));
    must(cudaStreamDestroy(consumer));
}
