// fault: lane 0 announces the next row while other lanes may still have to read the last one
// expect: racecheck race at=@A other=@B space=shared array=row thread=(1,0,0)
#include "faults.h"

constexpr int ROWS = 8;

__device__ int next;
__device__ float a[ROWS][32];

// Launch: grid [1], block [32].
__global__ void double_rows() {
    __shared__ int row;
    for (int turn = 0; turn < ROWS; ++turn) {
        if (threadIdx.x == 0) row = atomicAdd(&next, 1);  // @A
        __syncwarp();
        const int mine = row;  // @B
#ifdef FIXED
        __syncwarp();
#endif
        a[mine][threadIdx.x] *= 2;
    }
}

int main() {
    double_rows<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
}
