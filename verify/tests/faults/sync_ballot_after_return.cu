// fault: a ballot of the whole warp is taken after odd lanes have returned
// expect: synccheck bad-mask at=@A block=(0,0,0)
#include "faults.h"

__device__ unsigned out[32];

// Launch: grid [1], block [32].
__global__ void vote_of_even_lanes() {
    const int lane = threadIdx.x;
#ifdef FIXED
    const unsigned votes = __ballot_sync(0xffffffff, lane % 2 == 0 && lane > 8);
    if (lane % 2 != 0) return;
#else
    if (lane % 2 != 0) return;
    const unsigned votes = __ballot_sync(0xffffffff, lane > 8);  // @A
#endif
    out[lane] = votes;
}

int main() {
    vote_of_even_lanes<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
