// fault: a recursion goes a hundred thousand calls deep, further than a thread's stack
// expect: memcheck device-fault block=(0,0,0) thread=(0,0,0)
#include "faults.h"

__device__ int out;

// Every call keeps a number of its own, to which the calls below it add.
__device__ __noinline__ void add_below(int n, int* above) {
    int mine = n;
#ifdef FIXED
    if (n > 0) add_below(n / 10, &mine);
#else
    if (n > 0) add_below(n - 1, &mine);
#endif
    *above += mine;
}

// Launch: grid [1], block [1].
__global__ void descend(int n) {
    int sum = 0;
    add_below(n, &sum);
    out = sum;
}

int main() {
    descend<<<1, 1>>>(100000);
    CHECK(cudaDeviceSynchronize());
}
