// __syncthreads_count(): a barrier that tells every thread how many of the block had a true predicate.
#include "show.h"

__device__ int result[4];

__global__ void count() {
    const int multiples_of_3 = __syncthreads_count(threadIdx.x % 3 == 0);
    const int none = __syncthreads_count(0);
    const int all = __syncthreads_count(-7);  // any value but 0 is true
    // Each thread has the answer: do all agree?
    const int agree = __syncthreads_count(multiples_of_3 == 34);
    if (threadIdx.x != 99) return;
    result[0] = multiples_of_3;
    result[1] = none;
    result[2] = all;
    result[3] = agree;
}

int main() {
    count<<<1, 100>>>();
    show("of 100 threads", fetch(result));
}
