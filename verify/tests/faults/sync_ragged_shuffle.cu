// fault: the lanes beyond the end return, and the others read from the last one
// expect: synccheck bad-mask at=@A block=(1,0,0)
#include "faults.h"

constexpr int N = 40;

__device__ int x[N], offsets[N];

// Launch: grid [ceil(N / 32)], block [32].
__global__ void subtract_last_of_warp() {
    const int i = blockIdx.x * 32 + threadIdx.x;
#ifdef FIXED
    const unsigned mask = __ballot_sync(0xffffffff, i < N);
    const int last = 31 - __clz(mask);
#else
    const unsigned mask = 0xffffffff;
    const int last = 31;
#endif
    if (i >= N) return;
    offsets[i] = x[i] - __shfl_sync(mask, x[i], last);  // @A
}

int main() {
    subtract_last_of_warp<<<(N + 31) / 32, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
