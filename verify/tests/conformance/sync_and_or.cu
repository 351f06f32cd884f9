// __syncthreads_and() and __syncthreads_or(): nonzero when the predicate holds for all, or for any, of the block.
#include "show.h"

__device__ bool result[6];

__global__ void vote() {
    const int t = threadIdx.x;
    const bool answers[] = {__syncthreads_and(t >= 0) != 0, __syncthreads_and(t != 40) != 0, __syncthreads_and(0) != 0,
                            __syncthreads_or(t < 0) != 0,   __syncthreads_or(t == 40) != 0,  __syncthreads_or(8) != 0};
    if (t == 63)
        for (int i = 0; i < 6; ++i) result[i] = answers[i];
}

int main() {
    vote<<<1, 64>>>();
    show("and: all, one not, none", fetch(result)[0], fetch(result)[1], fetch(result)[2]);
    show("or: none, one, all", fetch(result)[3], fetch(result)[4], fetch(result)[5]);
}
