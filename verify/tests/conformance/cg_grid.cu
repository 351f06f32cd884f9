// The grid and the cluster as groups, in a launch that is not cooperative.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ unsigned long long ranks[48];
__device__ unsigned sizes[12];

__global__ void describe() {
    const cg::grid_group grid = cg::this_grid();
    const unsigned i = ((blockIdx.y * 2 + blockIdx.x) * 2 + threadIdx.y) * 4 + threadIdx.x;
    ranks[i] = grid.thread_rank() + 1000 * grid.block_rank();
    if (blockIdx.x == 1 && blockIdx.y == 2 && threadIdx.x == 3 && threadIdx.y == 1) {
        sizes[0] = grid.is_valid();
        sizes[1] = grid.size();
        sizes[2] = grid.num_threads();
        sizes[3] = grid.num_blocks();
        sizes[4] = grid.dim_blocks().x * 10 + grid.dim_blocks().y;
        sizes[5] = grid.group_dim().x * 10 + grid.group_dim().y;
        sizes[6] = grid.block_index().x * 10 + grid.block_index().y;
        sizes[7] = grid.thread_index().x * 10 + grid.thread_index().y;
        sizes[8] = grid.dim_threads().x * 10 + grid.dim_threads().y;
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (i == 47) {
        sizes[9] = cluster.num_blocks() + 10 * cluster.block_rank();
        sizes[10] = cluster.thread_rank() + 10 * cluster.num_threads();
        sizes[11] = cluster.dim_blocks().x + 10 * cluster.block_index().x;
    }
#endif
}

int main() {
    describe<<<dim3(2, 3), dim3(4, 2)>>>();
    show("ranks", fetch(ranks));
    show("sizes", fetch(sizes));
}
