// The default stream waits for the other streams and they for it, unless they are cudaStreamNonBlocking.
#include "show.h"

__device__ int value, result;

__global__ void slow_store(int x) {
    for (int i = 0; i < 100; ++i) __nanosleep(1000);
    value = x;
}
__global__ void twice() { value *= 2; }
__global__ void keep() { result = value; }

int main() {
    cudaStream_t first, second;
    must(cudaStreamCreate(&first));
    must(cudaStreamCreate(&second));
    slow_store<<<1, 1, 0, first>>>(7);
    twice<<<1, 1>>>();  // the default stream: after what `first` has, before what `second` gets
    keep<<<1, 1, 0, second>>>();
    must(cudaStreamSynchronize(second));
    show("7, doubled, kept", fetch(result).value);
    must(cudaStreamDestroy(first));
    must(cudaStreamDestroy(second));
}
