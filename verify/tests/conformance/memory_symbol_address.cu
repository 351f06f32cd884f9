// cudaGetSymbolAddress and cudaGetSymbolSize: a __device__ variable's address serves every copy and kernel.
#include "show.h"

__device__ int values[6] = {1, 2, 3, 4, 5, 6};

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
    std::size_t bytes;
    show("size", cudaGetSymbolSize(&bytes, values));
    show("bytes", bytes);
    void* address;
    show("address", cudaGetSymbolAddress(&address, values));
    int* const data = static_cast<int*>(address);
    twice<<<1, 3>>>(data + 3);
    int host[6];
    must(cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost));
    show("the last three doubled", host);
    must(cudaMemset(data + 1, 0, 2 * sizeof(int)));
    must(cudaMemcpyFromSymbol(host, values, sizeof values));
    show("two set to 0", host);
}
