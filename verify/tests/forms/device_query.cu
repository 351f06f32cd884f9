// form: cudaGetDeviceProperties, attributes and occupancy before choosing a launch
#include <cstdio>
__global__ void nothing() {}
int main() {
    int device = 0, count = 0, processors = 0, blocks = 0, grid = 0, block = 0;
    cudaDeviceProp properties{};
    cudaGetDeviceCount(&count);
    cudaSetDevice(device);
    cudaGetDeviceProperties(&properties, device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 128, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, nothing, 0, 0);
    nothing<<<grid, block>>>();
    const bool ran = cudaDeviceSynchronize() == cudaSuccess && processors == properties.multiProcessorCount;
    std::puts(ran && count >= 1 && blocks >= 1 && properties.warpSize == 32 ? "ok" : "wrong");
}
