// Tiles of 1 to 32 threads: ranks, shuffles, votes and matches stay within the tile.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int result[12][8];

template <unsigned Size>
__global__ void tile() {
    const auto t = cg::tiled_partition<Size>(cg::this_thread_block());
    const int lane = threadIdx.x;
    int equal = -1;
    const int values[12] = {static_cast<int>(t.thread_rank()),
                            static_cast<int>(t.meta_group_rank()),
                            static_cast<int>(t.meta_group_size()),
                            t.shfl(lane, 3),
                            t.shfl_up(lane, 1),
                            t.shfl_down(lane, 2),
                            t.shfl_xor(lane, Size / 2),
                            t.any(lane == 37) + 10 * t.all(lane < 40),
                            static_cast<int>(t.ballot(lane % 3 == 0)),
                            static_cast<int>(t.match_any(lane / 2 % 3)),
                            static_cast<int>(t.match_all(lane / 32, equal)),
                            equal};
    t.sync();
    if (lane >= 36 && lane < 44)
        for (int i = 0; i < 12; ++i) result[i][lane - 36] = values[i];
}

template <unsigned Size>
void show_tiles(const char* title) {
    show(title, "");
    tile<Size><<<1, 64>>>();
    const auto host = fetch(result);
    const char* const names[] = {"rank", "tile",  "tiles",  "shfl", "up",  "down",
                                 "xor",  "votes", "ballot", "any",  "all", "equal"};
    for (int i = 0; i < 12; ++i) show(names[i], host[i]);
}

int main() {
    show_tiles<1>("tiles of 1");
    show_tiles<2>("tiles of 2");
    show_tiles<4>("tiles of 4");
    show_tiles<8>("tiles of 8");
    show_tiles<16>("tiles of 16");
    show_tiles<32>("tiles of 32");
}
