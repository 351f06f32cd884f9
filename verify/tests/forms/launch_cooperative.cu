// form: cudaLaunchCooperativeKernel and this_grid().sync(), with the blocks that the occupancy functions allow
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__managed__ int x[65536], total;
__global__ void sum(int n) {
    cg::grid_group grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) x[i] = 1;
    grid.sync();
    if (grid.thread_rank() == 0)
        for (int i = 0; i < n; ++i) total += x[i];
}
int main() {
    int supported = 0, blocks = 0, processors = 0, n = 1000;
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 128, 0);
    void* arguments[] = {&n};
    const dim3 grid(blocks * processors < 4 ? blocks * processors : 4), block(128);
    cudaLaunchCooperativeKernel((void*)sum, grid, block, arguments, 0, 0);
    cudaDeviceSynchronize();
    const int first = total;
    cudaLaunchCooperativeKernel(sum, grid, block, arguments);
    cudaDeviceSynchronize();
    std::puts(supported && first == 1000 && total == 2000 ? "ok" : "wrong");
}
