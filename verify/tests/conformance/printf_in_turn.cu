// printf by many threads: barriers put the lines in order, and the host prints before and after.
#include <cstdio>

__global__ void count_off(int block) {
    for (unsigned turn = 0; turn < blockDim.x; ++turn) {
        if (threadIdx.x == turn) printf("launch %d thread %u\n", block, threadIdx.x);
        __syncthreads();
    }
}

int main() {
    printf("before\n");
    fflush(stdout);
    for (int launch = 0; launch < 3; ++launch) count_off<<<1, 4>>>(launch);
    cudaDeviceSynchronize();  // the device's lines are out
    printf("after\n");
}
