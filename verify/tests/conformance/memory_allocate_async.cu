// cudaMallocAsync and cudaFreeAsync: memory that a stream's work takes and gives back in order.
#include "show.h"

__global__ void fill(int* data) { data[threadIdx.x] = 3 * threadIdx.x; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int *data, *second, host[4];
    show("allocate", cudaMallocAsync(&data, sizeof host, stream));
    fill<<<1, 4, 0, stream>>>(data);
    must(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost, stream));
    show("free", cudaFreeAsync(data, stream));
    show("allocate again", cudaMallocAsync(&second, sizeof host, stream));
    must(cudaStreamSynchronize(stream));
    show("free by cudaFree", cudaFree(second));
    show("values", host);
    must(cudaStreamDestroy(stream));
}
