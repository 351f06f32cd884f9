// A block's sum the usual way: shuffles inside each warp, shared memory between warps, for float and double.
#include "show.h"

template <class T>
__device__ T result[2];

template <class T>
__device__ T warp_sum(T x) {
    for (int delta = 16; delta > 0; delta /= 2) x += __shfl_down_sync(0xffffffff, x, delta);
    return x;
}

template <class T>
__global__ void block_sum(int slot) {
    __shared__ T partial[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    T sum = warp_sum(static_cast<T>(threadIdx.x) / 4);
    if (lane == 0) partial[warp] = sum;
    __syncthreads();
    if (warp > 0) return;
    sum = warp_sum(lane < warps ? partial[lane] : T(0));
    if (lane == 0) result<T>[slot] = sum;
}

int main() {
    block_sum<float><<<1, 96>>>(0);
    block_sum<float><<<1, 1024>>>(1);
    block_sum<double><<<1, 96>>>(0);
    block_sum<double><<<1, 1024>>>(1);
    show("float: 96, 1024 threads", fetch(result<float>));
    show("double: 96, 1024 threads", fetch(result<double>));
}
