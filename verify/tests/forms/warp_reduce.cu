// form: warp and block sums by __shfl_down_sync, the warps' sums through shared memory
#include <cstdio>
#define FULL_MASK 0xffffffff
__managed__ float result;
__inline__ __device__ float warp_sum(float x) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) x += __shfl_down_sync(FULL_MASK, x, offset);
    return x;
}
__global__ void block_sum() {
    static __shared__ float sums[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    float x = warp_sum(threadIdx.x);
    if (lane == 0) sums[warp] = x;
    __syncthreads();
    x = threadIdx.x < blockDim.x / warpSize ? sums[lane] : 0;
    if (warp == 0) x = warp_sum(x);
    if (threadIdx.x == 0) result = x;
}
int main() {
    block_sum<<<1, 128>>>();
    cudaDeviceSynchronize();
    std::puts(result == 128 * 127 / 2 ? "ok" : "wrong");
}
