// A pipeline over three streams: copies in, kernels, copies out, with events between and two buffers by turns.
#include "show.h"

constexpr int CHUNKS = 6, SIZE = 64;

__global__ void square(int* data) { data[threadIdx.x] *= data[threadIdx.x]; }

int main() {
    cudaStream_t in, work, out;
    for (cudaStream_t* stream : {&in, &work, &out}) must(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
    cudaEvent_t full[2], done[2], empty[2];
    for (cudaEvent_t* events : {full, done, empty})
        for (int i = 0; i < 2; ++i) must(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));
    int *host, *buffer[2];
    must(cudaMallocHost(&host, CHUNKS * SIZE * sizeof(int)));
    for (int i = 0; i < CHUNKS * SIZE; ++i) host[i] = i;
    for (int*& one : buffer) must(cudaMalloc(&one, SIZE * sizeof(int)));

    for (int chunk = 0; chunk < CHUNKS; ++chunk) {
        const int b = chunk % 2;
        int* const part = host + chunk * SIZE;
        must(cudaStreamWaitEvent(in, empty[b], 0));  // the buffer's last contents are on their way out
        must(cudaMemcpyAsync(buffer[b], part, SIZE * sizeof(int), cudaMemcpyHostToDevice, in));
        must(cudaEventRecord(full[b], in));
        must(cudaStreamWaitEvent(work, full[b], 0));
        square<<<1, SIZE, 0, work>>>(buffer[b]);
        must(cudaEventRecord(done[b], work));
        must(cudaStreamWaitEvent(out, done[b], 0));
        must(cudaMemcpyAsync(part, buffer[b], SIZE * sizeof(int), cudaMemcpyDeviceToHost, out));
        must(cudaEventRecord(empty[b], out));
    }
    must(cudaStreamSynchronize(out));
    int wrong = 0;
    for (int i = 0; i < CHUNKS * SIZE; ++i) wrong += host[i] != i * i;
    show("wrong", wrong);
    show("last", host[CHUNKS * SIZE - 1]);
    for (int* one : buffer) must(cudaFree(one));
    must(cudaFreeHost(host));
    for (cudaEvent_t* events : {full, done, empty})
        for (int i = 0; i < 2; ++i) must(cudaEventDestroy(events[i]));
    for (cudaStream_t stream : {in, work, out}) must(cudaStreamDestroy(stream));
}
