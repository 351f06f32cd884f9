// The block as a group: sizes, ranks and indices, sync(), and the barrier in two halves.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ unsigned sizes[4], ranks[24], indices[24], sums[24], halves[24];

__global__ void describe() {
    __shared__ unsigned s[24];
    const cg::thread_block block = cg::this_thread_block();
    const unsigned rank = block.thread_rank();
    if (rank == 0) {
        sizes[0] = block.size();
        sizes[1] = block.num_threads();
        sizes[2] = block.group_dim().x * 100 + block.dim_threads().y * 10 + block.dim_threads().z;
        sizes[3] = block.group_index().x;
    }
    ranks[(threadIdx.z * 3 + threadIdx.y) * 4 + threadIdx.x] = rank;
    indices[rank] = block.thread_index().x + 10 * block.thread_index().y + 100 * block.thread_index().z;
    s[rank] = rank * rank;
    block.sync();
    sums[rank] = s[23 - rank] + s[(rank + 1) % 24];
    cg::sync(block);
    s[rank] = rank;
    auto token = block.barrier_arrive();
    const unsigned own = 100 * rank;
    block.barrier_wait(std::move(token));
    halves[rank] = own + s[23 - rank];
}

int main() {
    describe<<<1, dim3(4, 3, 2)>>>();
    show("sizes", fetch(sizes));
    show("ranks", fetch(ranks));
    show("indices", fetch(indices));
    show("sums", fetch(sums));
    show("in two halves", fetch(halves));
}
