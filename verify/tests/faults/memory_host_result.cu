// fault: a kernel adds to a variable on the host's stack
// expect: memcheck host-access at=@A thread=(0,0,0) block=(0,0,0)
#include "faults.h"

constexpr int N = 64;

// Launch: grid [1], block [N].
__global__ void count_even(int* total) {
    if (threadIdx.x % 2 == 0) atomicAdd(total, 1);  // @A
}

int main() {
#ifdef FIXED
    int* total;
    CHECK(cudaMallocManaged(&total, sizeof(int)));
    *total = 0;
    count_even<<<1, N>>>(total);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(total));
#else
    int total = 0;
    count_even<<<1, N>>>(&total);
    CHECK(cudaDeviceSynchronize());
#endif
}
