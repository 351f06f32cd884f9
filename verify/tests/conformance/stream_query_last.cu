// cudaErrorNotReady is an answer and no error: it does not become the last one.
#include "show.h"

__device__ int result;
__global__ void add() {
    for (int i = 0; i < 1000; ++i) __nanosleep(1000);
    result += 1;
}

int main() {
    cudaStream_t stream;
    cudaEvent_t begin, end;
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaEventCreate(&begin));
    must(cudaEventCreate(&end));
    must(cudaEventRecord(begin, stream));
    for (int i = 0; i < 5; ++i) add<<<1, 1, 0, stream>>>();
    must(cudaEventRecord(end, stream));
    float ms = 0.0f;
    show("cudaStreamQuery", cudaStreamQuery(stream));
    show("  last error", cudaGetLastError());
    show("cudaEventQuery", cudaEventQuery(end));
    show("  last error", cudaGetLastError());
    show("cudaEventElapsedTime", cudaEventElapsedTime(&ms, begin, end));
    show("  last error", cudaGetLastError());
    show("  and once more", cudaGetLastError());
    must(cudaStreamSynchronize(stream));
    show("the work is done", fetch(result).value);
    show("cudaEventElapsedTime", cudaEventElapsedTime(&ms, begin, end));
    must(cudaEventDestroy(begin));
    must(cudaEventDestroy(end));
    must(cudaStreamDestroy(stream));
}
