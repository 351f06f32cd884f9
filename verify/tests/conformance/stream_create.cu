// Streams: created with and without flags and priorities, queried, awaited, destroyed.
#include "show.h"

__device__ int result[3];
__global__ void store(int i) { result[i] = i + 1; }

int main() {
    cudaStream_t plain, independent, urgent;
    show("create", cudaStreamCreate(&plain));
    show("create with flags", cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking));
    int least, greatest;
    show("priorities", cudaDeviceGetStreamPriorityRange(&least, &greatest));
    show("greatest is not above least", greatest <= least);  // a lower number is more urgent
    show("create with priority", cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    unsigned flags[2];
    must(cudaStreamGetFlags(plain, &flags[0]));
    must(cudaStreamGetFlags(independent, &flags[1]));
    show("flags", flags);
    store<<<1, 1, 0, plain>>>(0);
    store<<<1, 1, 0, independent>>>(1);
    store<<<1, 1, 0, urgent>>>(2);
    for (cudaStream_t stream : {plain, independent, urgent, cudaStream_t(nullptr), cudaStreamPerThread}) {
        show("wait", cudaStreamSynchronize(stream));
        show("query", cudaStreamQuery(stream));
    }
    show("results", fetch(result));
    for (cudaStream_t stream : {plain, independent, urgent}) show("destroy", cudaStreamDestroy(stream));
}
