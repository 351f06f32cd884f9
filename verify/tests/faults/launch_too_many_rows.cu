// fault: a grid has one block a row in y, where 65535 is the limit, and nobody asks whether it was launched
// expect: memcheck unchecked-launch at=@A
#include "faults.h"

constexpr int ROWS = 70000;

__device__ unsigned char flags[ROWS];

// Launch: grid [ROWS] in x or y, block [1].
__global__ void mark_rows() { flags[blockIdx.x + blockIdx.y] = 1; }

int main() {
#ifdef FIXED
    mark_rows<<<dim3(ROWS, 1), 1>>>();
#else
    mark_rows<<<dim3(1, ROWS), 1>>>();  // @A
#endif
    CHECK(cudaDeviceSynchronize());
}
