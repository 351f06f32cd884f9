// fault: a lane adds its neighbour's element to its own, which another lane may still have to read
// expect: racecheck race at=@A other=@B space=shared array=s
// expect: racecheck race at=@A other=@A space=shared array=s
#include "faults.h"

__device__ int out[32];

// Launch: grid [1], block [32].
__global__ void rotate_and_add() {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    const int value = s[(t + 1) % 32];  // @B
#ifdef FIXED
    __syncwarp();
#endif
    // The lane reads its own element once more, and of the readers one is named.
    s[t] += value;  // @A
    __syncwarp();
    out[t] = s[t];
}

int main() {
    rotate_and_add<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
