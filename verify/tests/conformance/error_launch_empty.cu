// A launch with a zero in its sizes: refused, and nothing runs.
#include "show.h"

__device__ int runs;
__global__ void count() { atomicAdd(&runs, 1); }

template <class Grid, class Block>
void launch(const char* what, Grid grid, Block block) {
    count<<<grid, block>>>();
    show(what, cudaGetLastError());
}

int main() {
    launch("grid 0", 0, 32);
    launch("block 0", 1, 0);
    launch("grid (1, 0, 1)", dim3(1, 0, 1), 32);
    launch("block (1, 1, 0)", 1, dim3(1, 1, 0));
    launch("both 0", 0, 0);
    show("wait", cudaDeviceSynchronize());
    show("threads that ran", fetch(runs).value);
    launch("grid 1, block 1", 1, 1);
    show("threads that ran", fetch(runs).value);
}
