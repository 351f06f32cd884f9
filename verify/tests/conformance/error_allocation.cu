// Allocations and frees that are refused: more memory than there is, freed twice, never allocated. None is sticky.
#include "show.h"

int main() {
    void* pointer = nullptr;
    show("2^50 bytes", cudaMalloc(&pointer, 1ull << 50));
    show("last error", cudaGetLastError());
    show("last error again", cudaGetLastError());
    show("pointer to nowhere", cudaMalloc(static_cast<void**>(nullptr), 16));

    int *device, host;
    must(cudaMalloc(&device, 16));
    show("free", cudaFree(device));
    show("free twice", cudaFree(device));
    show("free on the stack", cudaFree(&host));
    must(cudaMalloc(&device, 16));
    show("free the middle", cudaFree(device + 1));
    show("free as host memory", cudaFreeHost(device));
    show("free after all", cudaFree(device));
    must(cudaMallocHost(&device, 16));
    show("free host memory as device", cudaFree(device));
    show("free after all", cudaFreeHost(device));
}
