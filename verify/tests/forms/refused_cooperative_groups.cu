// form: <cooperative_groups.h>: this_thread_block, tiled_partition, this_grid
// refused: <cooperative_groups.h> (cooperative groups) is not there yet
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void wait() { cg::this_thread_block().sync(); }
int main() { wait<<<1, 32>>>(); }
