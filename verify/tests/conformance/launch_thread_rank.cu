// The rank of a thread in its block counts x first, then y, then z; 32 ranks in a row are a warp.
#include "show.h"

struct Place {
    int warp, lane;
};
__device__ Place result[4][3][6];  // [z][y][x]

__global__ void where_am_i() {
    const int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    // What a shuffle sees as lane 0 is the first of its warp. The last warp has 8 lanes.
    const int first = __shfl_sync(rank < 64 ? 0xffffffff : 0xff, rank, 0);
    result[threadIdx.z][threadIdx.y][threadIdx.x] = {rank / warpSize, rank - first};
}

int main() {
    where_am_i<<<1, dim3(6, 3, 4)>>>();  // 72 threads: two full warps and one of 8 lanes
    const auto host = fetch(result);
    for (int z = 0; z < 4; ++z)
        for (int y = 0; y < 3; ++y) {
            std::printf("z %d y %d:", z, y);
            for (int x = 0; x < 6; ++x) std::printf("  %d.%02d", host[z][y][x].warp, host[z][y][x].lane);
            std::printf("\n");
        }
}
