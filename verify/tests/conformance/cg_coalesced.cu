// coalesced_threads(): the lanes that take a branch together, their ranks, and what they do among themselves.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int result[10][32], again[32];

__global__ void branch() {
    const int lane = threadIdx.x;
    if (lane % 5 == 2) {  // 2 7 12 17 22 27
        const cg::coalesced_group g = cg::coalesced_threads();
        int equal = -1;
        result[0][lane] = g.size();
        result[1][lane] = g.thread_rank();
        result[2][lane] = g.shfl(lane, 3);
        result[3][lane] = g.shfl_up(lane, 2);
        result[4][lane] = g.shfl_down(lane, 1);
        result[5][lane] = g.ballot(lane % 2 == 0);
        result[6][lane] = g.any(lane == 7) + 10 * g.all(lane != 7);
        result[7][lane] = g.match_any(lane / 10);
        result[8][lane] = g.match_all(4, equal) + 1000 * equal;
        const cg::coalesced_group part = cg::tiled_partition(g, 4);
        result[9][lane] =
            part.size() + 10 * part.thread_rank() + 100 * part.meta_group_rank() + 1000 * part.meta_group_size();
    }
}

// All lanes; those that are left when others have exited.
__global__ void leave() {
    const int lane = threadIdx.x;
    const cg::coalesced_group all = cg::coalesced_threads();
    again[lane] = all.size() + 100 * all.shfl_down(lane, 3);
    if (lane % 4 == 3) return;
    const cg::coalesced_group left = cg::coalesced_threads();
    again[lane] += 10000 * left.size();
}

int main() {
    branch<<<1, 32>>>();
    const auto host = fetch(result);
    const char* const names[] = {"size", "rank", "shfl", "up", "down", "ballot", "votes", "any", "all", "part"};
    for (int i = 0; i < 10; ++i)
        show(names[i], host[i][2], host[i][7], host[i][12], host[i][17], host[i][22], host[i][27]);
    leave<<<1, 32>>>();
    show("before and after", fetch(again));
}
