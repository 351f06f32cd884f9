// fault: each thread leaves a loop when its own work is done, and the others vote without it
// expect: synccheck divergent-barrier at=@A block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ int steps[N];

// Launch: grid [1], block [N].
__global__ void halve_until_all_are_zero() {
    int x = threadIdx.x;
    int count = 0;
#ifdef FIXED
    while (__syncthreads_or(x > 0)) {
#else
    while (x > 0 && __syncthreads_or(x > 0)) {  // @A
#endif
        x /= 2;
        ++count;
    }
    steps[threadIdx.x] = count;
}

int main() {
    halve_until_all_are_zero<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
