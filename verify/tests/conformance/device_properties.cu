// cudaGetDeviceProperties: what every CUDA device has in common, and what must hold between its numbers.
#include "show.h"

#include <cstring>

int main() {
    cudaDeviceProp p;
    must(cudaGetDeviceProperties(&p, 0));
    show("has a name", std::strlen(p.name) > 0);
    show("warp size", p.warpSize);
    show("threads a block", p.maxThreadsPerBlock);
    show("block", p.maxThreadsDim);
    show("grid", p.maxGridSize);
    show("shared memory a block", p.sharedMemPerBlock);
    show("constant memory", p.totalConstMem);
    show("registers a block", p.regsPerBlock);
    show("at least 64 KiB on request", p.sharedMemPerBlockOptin >= 64 << 10);
    show("a multiprocessor has as much", p.sharedMemPerMultiprocessor >= p.sharedMemPerBlockOptin);
    show("a block fits", p.maxThreadsPerMultiProcessor >= p.maxThreadsPerBlock);
    show("capability 7.5 or newer", 10 * p.major + p.minor >= 75);
    show("multiprocessors", p.multiProcessorCount > 0);
    show("memory", p.totalGlobalMem > 0);
    show("second level cache", p.l2CacheSize > 0);
    show("unified addresses", p.unifiedAddressing);
    show("managed memory", p.managedMemory);
}
