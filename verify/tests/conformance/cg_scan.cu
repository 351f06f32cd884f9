// cg::inclusive_scan and exclusive_scan over tiles and coalesced lanes.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int integers[7][32];
__device__ float floats[3][32];

__global__ void scan() {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto eight = cg::tiled_partition<8>(warp);
    const int lane = threadIdx.x, mine = (lane * 37 + 11) % 101 - 50;
    integers[0][lane] = cg::inclusive_scan(eight, mine);
    integers[1][lane] = cg::exclusive_scan(eight, mine);
    integers[2][lane] = cg::inclusive_scan(warp, mine, cg::greater<int>());
    integers[3][lane] = cg::exclusive_scan(eight, mine, cg::less<int>());
    integers[4][lane] = cg::inclusive_scan(warp, mine, [](int a, int b) { return a * b % 97; });
    integers[5][lane] = integers[6][lane] = 0;
    floats[0][lane] = cg::inclusive_scan(warp, 1.0f / (lane + 3), cg::plus<float>());
    floats[1][lane] = cg::exclusive_scan(eight, 1.0f / (lane + 3), cg::plus<float>());
    floats[2][lane] = 0;
    if (lane % 3 != 0) {
        const cg::coalesced_group group = cg::coalesced_threads();
        integers[5][lane] = cg::inclusive_scan(group, mine);
        integers[6][lane] = cg::exclusive_scan(group, mine, cg::bit_or<int>());
        floats[2][lane] = cg::inclusive_scan(group, 1.0f / (lane + 3), cg::plus<float>());
    }
}

int main() {
    scan<<<1, 32>>>();
    const auto i = fetch(integers);
    const char* const names[] = {"inclusive",     "exclusive",       "largest so far", "least before",
                                 "by a function", "coalesced lanes", "bits before"};
    for (int row = 0; row < 7; ++row) show(names[row], i[row]);
    const auto f = fetch(floats);
    show("floats, inclusive", f[0]);
    show("floats, exclusive", f[1]);
    show("floats, coalesced", f[2]);
}
