// fault: the depth of a volume is no multiple of the block's and its slices are not guarded
// expect: memcheck out-of-bounds at=@A space=global array=volume distance=0 block=(0,0,1) thread=(0,0,1)
#include "faults.h"

constexpr int D = 5, H = 4, W = 8, T = 4;

// Launch: grid [1, 1, ceil(D / T)], block [W, H, T].
__global__ void fill_volume(unsigned char* volume) {  // volume [D, H, W]
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.z * T + threadIdx.z;
#ifdef FIXED
    if (z >= D) return;
#endif
    volume[(z * H + y) * W + x] = z;  // @A
}

int main() {
    unsigned char* volume;
    CHECK(cudaMalloc(&volume, D * H * W));
    fill_volume<<<dim3(1, 1, (D + T - 1) / T), dim3(W, H, T)>>>(volume);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(volume));
}
