// Copies to and from an array in a stream's order, between device memory and the host.
#include "show.h"

int main() {
    constexpr int N = 8;
    short h[N] = {1, 2, 3, 4, 5, 6, 7, 8}, *d, back[N] = {};
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<short>();
    cudaArray_t array;
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    must(cudaMalloc(&d, sizeof h));
    must(cudaMallocArray(&array, &format, N));
    must(cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, stream));
    must(cudaMemcpy2DToArrayAsync(array, 0, 0, d, sizeof h, sizeof h, 1, cudaMemcpyDeviceToDevice, stream));
    must(cudaMemsetAsync(d, 0, sizeof h, stream));
    must(cudaMemcpy2DFromArrayAsync(d, 8, array, 4, 0, 8, 1, cudaMemcpyDeviceToDevice, stream));
    must(cudaMemcpyAsync(back, d, sizeof back, cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    for (const short x : back) show("back", static_cast<int>(x));
    must(cudaFreeArray(array));
    must(cudaFree(d));
    must(cudaStreamDestroy(stream));
}
