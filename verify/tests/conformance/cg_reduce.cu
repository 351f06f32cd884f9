// cg::reduce over tiles and coalesced lanes: every operation, integers and floats. The last bits of a sum of floats
// show the order of its additions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int integers[6][32];
__device__ long long longs[2][32];
__device__ float floats[4][32];
__device__ double doubles[32];
__device__ int structs[32];

struct MinMax {
    int least, largest;
};

__global__ void combine() {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto eight = cg::tiled_partition<8>(warp);
    const int lane = threadIdx.x, mine = (lane * 37 + 11) % 101 - 50;
    integers[0][lane] = cg::reduce(eight, mine, cg::plus<int>());
    integers[1][lane] = cg::reduce(eight, mine, cg::less<int>());
    integers[2][lane] = cg::reduce(eight, mine, cg::greater<int>());
    integers[3][lane] = cg::reduce(eight, mine, cg::bit_and<int>());
    integers[4][lane] = cg::reduce(eight, mine, cg::bit_or<int>());
    integers[5][lane] = cg::reduce(warp, mine, cg::bit_xor<int>());
    longs[0][lane] = cg::reduce(warp, mine * 10000000000ll, cg::plus<long long>());
    longs[1][lane] = cg::reduce(eight, mine * 10000000000ll, cg::less<long long>());
    const float x = 1.0f / (lane + 3);
    floats[0][lane] = cg::reduce(warp, x, cg::plus<float>());
    floats[1][lane] = cg::reduce(eight, lane % 3 == 0 ? 1e8f : x, cg::plus<float>());
    floats[2][lane] = cg::reduce(eight, -x, cg::greater<float>());
    doubles[lane] = cg::reduce(warp, 1.0 / (lane + 3), cg::plus<double>());
    const MinMax both = cg::reduce(eight, MinMax{mine, mine}, [](MinMax a, MinMax b) {
        return MinMax{a.least < b.least ? a.least : b.least, a.largest > b.largest ? a.largest : b.largest};
    });
    structs[lane] = both.largest - both.least;
    floats[3][lane] = 0;
    if (lane % 3 != 1) floats[3][lane] = cg::reduce(cg::coalesced_threads(), x, cg::plus<float>());
}

int main() {
    combine<<<1, 32>>>();
    const auto i = fetch(integers);
    const char* const names[] = {"sums", "least", "largest", "and", "or", "xor"};
    for (int row = 0; row < 6; ++row) show(names[row], i[row][0], i[row][9], i[row][18], i[row][31]);
    const auto l = fetch(longs);
    show("long longs", l[0][0], l[0][31], l[1][0], l[1][31]);
    const auto f = fetch(floats);
    show("floats of the warp", f[0]);
    show("floats that differ much", f[1]);
    show("largest float", f[2][0], f[2][31]);
    show("floats of coalesced lanes", f[3]);
    show("doubles", fetch(doubles)[5]);
    show("structs", fetch(structs));
}
