// atomicInc counts 0 .. limit and starts again; atomicDec counts limit .. 0 and starts again.
#include "show.h"

__device__ unsigned up, down = 3;
__device__ unsigned seen_up[8], seen_down[8];

__global__ void count() {
    atomicAdd(&seen_up[atomicInc(&up, 6)], 1);
    atomicAdd(&seen_down[atomicDec(&down, 6)], 1);
}

int main() {
    count<<<2, 35>>>();  // 70 threads: ten rounds of 7
    show("counter up, down", fetch(up).value, fetch(down).value);
    show("how often 0 .. 7, up", fetch(seen_up));
    show("how often 0 .. 7, down", fetch(seen_down));
}
