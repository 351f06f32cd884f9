// fault: the index of a 16-bit element is rounded down to an even one, so that two threads store into each
// expect: racecheck race at=@A other=@A space=shared array=halves thread=(1,0,0)
#include "faults.h"

constexpr int N = 64;

__device__ unsigned short out[N];

// Launch: grid [1], block [N].
__global__ void quantise(float scale) {
    __shared__ unsigned short halves[N];
    const int i = threadIdx.x;
#ifdef FIXED
    halves[i] = static_cast<unsigned short>(scale * i);
#else
    halves[i / 2 * 2] = static_cast<unsigned short>(scale * i);  // @A
#endif
    __syncthreads();
    out[i] = halves[i / 2 * 2];
}

int main() {
    quantise<<<1, N>>>(100.0f);
    CHECK(cudaDeviceSynchronize());
}
