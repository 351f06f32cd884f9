// Waiting for another thread of the block: a flag, a fence, and __nanosleep() in the loop that waits.
#include "show.h"

__device__ int ready, message, result[2];

// One thread in each of two warps; each waits for the other once.
__global__ void talk() {
    if (threadIdx.x == 0) {
        message = 42;
        __threadfence();  // the message is visible before the flag
        atomicExch(&ready, 1);
        while (atomicAdd(&ready, 0) != 2) __nanosleep(100);
        __threadfence();
        result[0] = atomicAdd(&message, 0);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&ready, 0) != 1) __nanosleep(100);
        __threadfence();
        result[1] = atomicExch(&message, 43);
        __threadfence();
        atomicExch(&ready, 2);
    }
}

int main() {
    talk<<<1, 64>>>();
    show("results", fetch(result));
}
