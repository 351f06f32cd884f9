// form: <cooperative_groups/reduce.h> and scan.h: reduce, inclusive_scan and exclusive_scan over a tile
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__managed__ float total;
__managed__ int least, before[32];
__global__ void combine() {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const float sum = cg::reduce(warp, 0.5f * threadIdx.x, cg::plus<float>());
    const int lowest = cg::reduce(warp, (int)threadIdx.x - 7, cg::less<int>{});
    before[threadIdx.x] = cg::exclusive_scan(warp, 2, cg::plus<int>());
    if (warp.thread_rank() == 0) total = sum, least = lowest;
}
int main() {
    combine<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::puts(total == 248 && least == -7 && before[31] == 62 ? "ok" : "wrong");
}
