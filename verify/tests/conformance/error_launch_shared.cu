// More shared memory than a block may have: at the launch, in the attribute, and 48 KiB without asking.
#include "show.h"

__device__ int runs;
__global__ void count() {
    extern __shared__ int memory[];
    if (threadIdx.x == 0) memory[0] = 1;
    __syncthreads();
    atomicAdd(&runs, memory[0]);
}

void launch(const char* what, std::size_t bytes) {
    count<<<1, 1, bytes>>>();
    show(what, cudaGetLastError());
}

int main() {
    launch("48 KiB", 48 << 10);
    launch("48 KiB and 1 byte", (48 << 10) + 1);
    launch("1 MiB", 1 << 20);
    show("ask for 1 MiB", cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    show("last error", cudaGetLastError());
    show("ask for 56 KiB", cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, 56 << 10));
    launch("56 KiB", 56 << 10);
    launch("57 KiB", 57 << 10);
    show("threads that ran", fetch(runs).value);
}
