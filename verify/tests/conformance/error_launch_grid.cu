// A grid that is too large: 2^31 - 1, 65535 and 65535 blocks along x, y and z are the limits.
#include "show.h"

__device__ int runs;
__global__ void count() {
    if (blockIdx.y == 0 && blockIdx.z == 0) atomicAdd(&runs, 1);
}

void launch(const char* what, dim3 grid) {
    count<<<grid, 1>>>();
    show(what, cudaGetLastError());
}

int main() {
    launch("(2, 65535, 1)", dim3(2, 65535, 1));
    launch("(1, 1, 65535)", dim3(1, 1, 65535));
    show("threads that ran", fetch(runs).value);
    launch("(1, 65536, 1)", dim3(1, 65536, 1));
    launch("(1, 1, 65536)", dim3(1, 1, 65536));
    launch("2^31", 2147483648u);
    show("threads that ran", fetch(runs).value);
}
