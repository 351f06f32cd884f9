// form: cooperative groups: tiled_partition<64>, a tile of several warps
// refused: a tile of more than 32 threads is not there yet
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void wait() {
    auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    tile.sync();
}
int main() { wait<<<1, 64>>>(); }
