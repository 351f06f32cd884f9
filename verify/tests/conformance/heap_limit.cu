// cudaLimitMallocHeapSize: what it is at first, and how much more malloc gives when it is raised before the first
// kernel.
#include "show.h"

__device__ int pieces;

__global__ void take() {
    while (malloc(1 << 20) != nullptr) ++pieces;
}

int main() {
    size_t bytes = 0;
    must(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
    show("at first", bytes);
    show("raised", cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{64} << 20));
    must(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
    show("64 MiB or a little more", bytes >= size_t{64} << 20, bytes < size_t{80} << 20);
    take<<<1, 1>>>();
    const int got = fetch(pieces).value;
    show("most of it in pieces", got >= 40, got <= 80);
}
