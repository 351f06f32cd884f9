// binary_partition and labeled_partition of tiles and of coalesced lanes.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ unsigned result[6][32];

__device__ unsigned describe(const cg::coalesced_group& g) {
    return g.size() + 100 * g.thread_rank() + 10000 * g.meta_group_rank() + 100000 * g.meta_group_size();
}

__global__ void divide() {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int lane = threadIdx.x;
    result[0][lane] = describe(cg::binary_partition(tile, lane % 4 == 1));
    result[1][lane] = describe(cg::binary_partition(tile, lane < 16));  // all the same
    const cg::coalesced_group squares = cg::labeled_partition(tile, lane * lane % 5);
    result[2][lane] = describe(squares);
    result[3][lane] = describe(cg::labeled_partition(squares, lane % 2 == 0));
    result[4][lane] = squares.shfl(lane, 0);
    result[5][lane] = describe(cg::labeled_partition(tile, -(lane / 6) * 1000000000000ll));
}

int main() {
    divide<<<1, 32>>>();
    const auto host = fetch(result);
    show("by a predicate", host[0]);
    show("all the same", host[1]);
    show("by squares", host[2]);
    show("then by parity", host[3]);
    show("first of the squares", host[4]);
    show("by 64 bits", host[5]);
}
