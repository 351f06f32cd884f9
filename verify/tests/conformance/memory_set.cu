// cudaMemset sets bytes, not numbers: 1 makes the int 16843009. The async form takes a stream.
#include "show.h"

int main() {
    int* data;
    int host[6];
    must(cudaMalloc(&data, sizeof host));
    must(cudaMemset(data, 0, sizeof host));
    must(cudaMemset(data + 1, 1, sizeof(int)));
    must(cudaMemset(data + 2, 0xff, sizeof(int)));
    must(cudaMemset(data + 3, 0x17f, sizeof(int)));  // the low byte counts
    must(cudaMemset(reinterpret_cast<char*>(data + 4) + 1, 2, 5));
    must(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 6; ++i) show("word", hex(host[i]));

    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    must(cudaMemsetAsync(data, 0x80, 8, stream));
    must(cudaMemsetAsync(data, 0x33, 4, stream));  // after the one before
    must(cudaMemcpyAsync(host, data, 12, cudaMemcpyDeviceToHost, stream));
    must(cudaStreamSynchronize(stream));
    show("after the async sets", hex(host[0]), hex(host[1]), hex(host[2]));
    show("0 bytes", cudaMemset(data, 1, 0));
    must(cudaStreamDestroy(stream));
    must(cudaFree(data));
}
