// A cooperative launch: blocks that wait for each other, with shared memory that each keeps.
#include <cooperative_groups.h>

#include "show.h"

namespace cg = cooperative_groups;

__device__ int x[2][256], sum[8], valid[256], halves[256];

__global__ void pass_on(int rounds) {
    __shared__ int mine[32];
    const cg::grid_group grid = cg::this_grid();
    const int i = static_cast<int>(grid.thread_rank()), n = static_cast<int>(grid.size());
    mine[threadIdx.x] = blockIdx.x;
    x[0][i] = i;
    valid[i] = grid.is_valid();
    grid.sync();
    for (int round = 0; round < rounds; ++round) {
        x[1 - round % 2][i] = x[round % 2][(i + 37) % n] + mine[31 - threadIdx.x];
        grid.sync();
    }
    if (threadIdx.x == 0) {
        int total = 0;
        for (int block = 0; block < 8; ++block) total = total * 3 % 1009 + x[rounds % 2][32 * block];
        sum[blockIdx.x] = total;
    }
    halves[i] = 1;
    auto token = grid.barrier_arrive();
    const int own = 10 * i;
    grid.barrier_wait(std::move(token));
    const int other = halves[n - 1 - i];
    grid.sync();
    halves[i] = own + other;
}

int main() {
    int rounds = 11;
    void* arguments[] = {&rounds};
    show("launch", cudaLaunchCooperativeKernel(pass_on, 8, 32, arguments));
    show("done", cudaDeviceSynchronize());
    show("values", fetch(x)[rounds % 2]);
    show("every block's sum", fetch(sum));
    show("can wait", fetch(valid)[0], fetch(valid)[255]);
    show("in two halves", fetch(halves)[0], fetch(halves)[255]);
    show("launch by address", cudaLaunchCooperativeKernel((void*)pass_on, dim3(8), dim3(32), arguments, 0, nullptr));
    show("every block's sum", fetch(sum));
}
