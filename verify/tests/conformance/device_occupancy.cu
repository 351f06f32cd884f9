// The occupancy functions: how many blocks of a kernel fit a multiprocessor, and a block size to launch it with.
#include "show.h"

__global__ void work(float* data) { data[threadIdx.x] *= 2; }

int main() {
    int blocks = 0, least_grid = 0, block = 0;
    show("blocks", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, work, 128, 0));
    show("at least one fits", blocks >= 1);
    show("block size", cudaOccupancyMaxPotentialBlockSize(&least_grid, &block, work));
    show("a legal block", block >= 32 && block <= 1024 && block % 32 == 0);
    show("a grid", least_grid >= 1);
    cudaFuncAttributes attributes;
    show("attributes", cudaFuncGetAttributes(&attributes, work));
    show("threads it may have", attributes.maxThreadsPerBlock >= 128);
    show("static shared memory", attributes.sharedSizeBytes);
}
