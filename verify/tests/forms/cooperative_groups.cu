// form: <cooperative_groups.h>: this_thread_block, tiled_partition, coalesced_threads, a function of any thread_group
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__managed__ int total, kept;
__device__ int sum(cg::thread_group g, int* temp, int value) {
    const int rank = g.thread_rank();
    for (int step = g.size() / 2; step > 0; step /= 2) {
        temp[rank] = value;
        g.sync();
        if (rank < step) value += temp[rank + step];
        g.sync();
    }
    return value;
}
__global__ void add() {
    __shared__ int temp[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int of_block = sum(block, temp, block.thread_rank());
    const int of_warp = sum(warp, temp + 32 * warp.meta_group_rank(), 1);
    if (block.thread_rank() == 0) total = of_block + of_warp;
    if (block.thread_rank() % 2 == 0) {
        cg::coalesced_group even = cg::coalesced_threads();
        if (even.thread_rank() == 0) atomicAdd(&kept, even.size());
    }
}
int main() {
    add<<<1, 64>>>();
    cudaDeviceSynchronize();
    std::puts(total == 2016 + 32 && kept == 32 ? "ok" : "wrong");
}
