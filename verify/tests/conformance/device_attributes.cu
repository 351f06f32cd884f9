// cudaDeviceGetAttribute agrees with cudaGetDeviceProperties.
#include "show.h"

int attribute(cudaDeviceAttr which) {
    int value = -1;
    must(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

int main() {
    cudaDeviceProp p;
    must(cudaGetDeviceProperties(&p, 0));
    show("warp size", attribute(cudaDevAttrWarpSize));
    show("threads a block", attribute(cudaDevAttrMaxThreadsPerBlock));
    show("block", attribute(cudaDevAttrMaxBlockDimX), attribute(cudaDevAttrMaxBlockDimY),
         attribute(cudaDevAttrMaxBlockDimZ));
    show("grid", attribute(cudaDevAttrMaxGridDimX), attribute(cudaDevAttrMaxGridDimY),
         attribute(cudaDevAttrMaxGridDimZ));
    show("shared memory a block", attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    show("constant memory", attribute(cudaDevAttrTotalConstantMemory));
    const auto same = [](const char* what, cudaDeviceAttr which, std::size_t value) {
        show(what, attribute(which) == static_cast<int>(value) ? "as in the properties" : "DIFFERS");
    };
    same("multiprocessors", cudaDevAttrMultiProcessorCount, p.multiProcessorCount);
    same("major", cudaDevAttrComputeCapabilityMajor, p.major);
    same("minor", cudaDevAttrComputeCapabilityMinor, p.minor);
    same("shared memory on request", cudaDevAttrMaxSharedMemoryPerBlockOptin, p.sharedMemPerBlockOptin);
    same("threads a multiprocessor", cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor);
    same("second level cache", cudaDevAttrL2CacheSize, p.l2CacheSize);
    same("registers a block", cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock);
    same("managed memory", cudaDevAttrManagedMemory, p.managedMemory);
}
