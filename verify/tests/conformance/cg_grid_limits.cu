// How many blocks a cooperative launch may have: what the occupancy functions say, and not one more.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int came;

__global__ void wait() {
    if (threadIdx.x == 0) atomicAdd(&came, 1);
    cg::this_grid().sync();
    if (cg::this_grid().thread_rank() == 0 && came != static_cast<int>(gridDim.x)) came = -1;
}

int main() {
    int supported = 0, processors = 0;
    must(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    show("supported", supported);
    for (const int threads : {64, 256, 1024})
        for (const int shared : {0, 16384}) {
            int blocks = 0;
            must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, wait, threads, shared));
            const int most = blocks * processors, zero = 0;
            must(cudaMemcpyToSymbol(came, &zero, sizeof zero));
            show("threads, bytes", threads, shared);
            show("one too many", cudaLaunchCooperativeKernel(wait, most + 1, threads, nullptr, shared));
            show("last error", cudaGetLastError());
            show("the most", cudaLaunchCooperativeKernel(wait, most, threads, nullptr, shared));
            show("done", cudaDeviceSynchronize());
            show("all came", fetch(came) == most);
        }
}
