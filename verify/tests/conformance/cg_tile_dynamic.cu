// Tiles whose size is known at run time, and functions of any thread_group. The last tile of a block may be smaller.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ unsigned sizes[5][41], ranks[5][41];
__device__ int sums[4][64];

__global__ void divide() {
    const cg::thread_block block = cg::this_thread_block();
    for (int i = 0; i < 5; ++i) {
        const cg::thread_group tile = cg::tiled_partition(block, 2u << i);
        sizes[i][threadIdx.x] = tile.size();
        ranks[i][threadIdx.x] = tile.thread_rank();
    }
}

__device__ int sum(const cg::thread_group& group, int* temp, int value) {
    const int rank = group.thread_rank();
    for (int step = group.size() / 2; step > 0; step /= 2) {
        temp[rank] = value;
        group.sync();
        if (rank < step) value += temp[rank + step];
        group.sync();
    }
    return value;
}

__global__ void add() {
    __shared__ int temp[64];
    const cg::thread_block block = cg::this_thread_block();
    const int i = threadIdx.x;
    const cg::thread_group eight = cg::tiled_partition(block, 8);
    sums[0][i] = sum(block, temp, i);
    block.sync();
    sums[1][i] = sum(cg::tiled_partition<32>(block), temp + i / 32 * 32, i);
    block.sync();
    sums[2][i] = sum(eight, temp + i / 8 * 8, i);
    block.sync();
    sums[3][i] = sum(cg::tiled_partition(eight, 2), temp + i / 2 * 2, i);
}

int main() {
    divide<<<1, 41>>>();
    const auto size = fetch(sizes), rank = fetch(ranks);
    for (int i = 0; i < 5; ++i) {
        show("size", size[i]);
        show("rank", rank[i]);
    }
    add<<<1, 64>>>();
    const auto s = fetch(sums);
    show("of the block", s[0][0]);
    show("of tiles of 32", s[1][0], s[1][32]);
    show("of tiles of 8", s[2][0], s[2][8], s[2][48], s[2][56]);
    show("of tiles of tiles", s[3][0], s[3][2], s[3][30], s[3][62]);
}
