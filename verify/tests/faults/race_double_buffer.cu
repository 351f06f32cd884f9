// fault: two buffers save one of two barriers a step, not both
// expect: racecheck race at=@A other=@A space=shared array=buffer
// expect: initcheck uninitialised at=@A space=shared array=buffer thread=(0,0,0)
#include "faults.h"

constexpr int N = 64, STEPS = 4;

__device__ float out[N];

// Launch: grid [1], block [N].
__global__ void smooth_double_buffered() {
    __shared__ float buffer[2][N];  // [now or next, element]
    const int i = threadIdx.x;
    buffer[0][i] = i % 5;
    __syncthreads();
    int now = 0;
    for (int step = 0; step < STEPS; ++step, now ^= 1) {
        buffer[now ^ 1][i] = 0.5f * (buffer[now][i] + buffer[now][(i + 1) % N]);  // @A
#ifdef FIXED
        __syncthreads();
#endif
    }
    out[i] = buffer[now][i];
}

int main() {
    smooth_double_buffered<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
