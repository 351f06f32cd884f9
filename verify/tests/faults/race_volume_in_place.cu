// fault: a volume in shared memory is smoothed in place, so that a slice may be read before or after its change
// expect: racecheck race at=@A other=@A space=shared array=slices thread=(0,0,1)
#include "faults.h"

constexpr int D = 4, H = 4, W = 8;

__device__ float volume[D][H][W];

// Launch: grid [1], block [W, H, D].
__global__ void smooth_depth() {
    __shared__ float slices[D][H][W];
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    slices[z][y][x] = volume[z][y][x];
    __syncthreads();
#ifdef FIXED
    const float mean = 0.5f * (slices[z][y][x] + slices[(z + 1) % D][y][x]);
    __syncthreads();
    slices[z][y][x] = mean;
#else
    slices[z][y][x] = 0.5f * (slices[z][y][x] + slices[(z + 1) % D][y][x]);  // @A
#endif
    __syncthreads();
    volume[z][y][x] = slices[z][y][W - 1 - x];
}

int main() {
    smooth_depth<<<1, dim3(W, H, D)>>>();
    CHECK(cudaDeviceSynchronize());
}
