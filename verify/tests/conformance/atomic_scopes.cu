// The _block and _system forms: atomic for the block's threads, or for the whole system's.
#include "show.h"

__device__ int results[8];
__device__ unsigned unsigned_results[4];

__global__ void update() {
    const int t = threadIdx.x;
    atomicAdd_block(&results[0], t);
    atomicAdd_system(&results[1], t);
    atomicMax_block(&results[2], t);
    atomicMin_system(&results[3], -t);
    atomicOr_block(&results[4], 1 << t % 8);
    atomicXor_system(&results[5], 1 << t % 8);
    atomicSub_block(&results[6], 1);
    atomicCAS_system(&results[7], 0, 5);
    atomicInc_block(&unsigned_results[0], 9);
    atomicDec_system(&unsigned_results[1], 9);
    atomicExch_block(&unsigned_results[2], 3u);
    atomicAnd_system(&unsigned_results[3], 0u);
}

int main() {
    update<<<1, 64>>>();
    show("int", fetch(results));
    show("unsigned", fetch(unsigned_results));
}
