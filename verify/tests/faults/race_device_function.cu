// fault: a device function reads the neighbours' elements, and its caller overwrites its own without waiting
// expect: racecheck race at=@B other=@A space=shared array=ring thread=(1,0,0)
#include "faults.h"

constexpr int N = 64, STEPS = 3;

__device__ float out[N];

__device__ float mean_of_neighbours(const float* ring, int i) {
    return 0.5f * (ring[(i + N - 1) % N] + ring[(i + 1) % N]);  // @B
}

// Launch: grid [1], block [N].
__global__ void relax_ring() {
    __shared__ float ring[N];
    const int i = threadIdx.x;
    ring[i] = i % 7;
    for (int step = 0; step < STEPS; ++step) {
        __syncthreads();
        const float mean = mean_of_neighbours(ring, i);
#ifdef FIXED
        __syncthreads();
#endif
        ring[i] = mean;  // @A
    }
    out[i] = ring[i];
}

int main() {
    relax_ring<<<1, N>>>();
    CHECK(cudaDeviceSynchronize());
}
