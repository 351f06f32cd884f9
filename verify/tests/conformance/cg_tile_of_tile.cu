// A tile of a tile, a tile that forgets its parent, and shuffles of types of more than 8 bytes.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

struct Large {
    double a;
    int b[3];
    short c;
};

__device__ unsigned places[32];
__device__ double doubles[32];
__device__ int integers[32];

__device__ unsigned place(const cg::thread_block_tile<4>& tile) {
    return tile.thread_rank() + 10 * tile.meta_group_rank() + 100 * tile.meta_group_size() + 1000 * tile.size();
}

__global__ void nested() {
    const auto half = cg::tiled_partition<16>(cg::this_thread_block());
    const auto quad = cg::tiled_partition<4>(half);
    const int lane = threadIdx.x;
    places[lane] = place(quad);
    const Large mine{lane / 4.0, {lane, -lane, 7}, static_cast<short>(lane * 100)};
    const Large got = half.shfl_down(mine, 5);
    doubles[lane] = got.a + quad.shfl(mine, 2).a;
    integers[lane] = got.b[1] + got.c + cg::this_thread().size();
}

int main() {
    nested<<<1, 32>>>();
    show("places", fetch(places));
    show("doubles", fetch(doubles));
    show("integers", fetch(integers));
}
