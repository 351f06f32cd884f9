// A __shared__ union and a __shared__ struct defined on the spot: one memory used for two phases.
#include "show.h"

__device__ float result[4];

__global__ void phases() {
    __shared__ union {
        int counts[4];
        float means[4];
    } memory;
    __shared__ struct Header { int n; } header;

    const unsigned i = threadIdx.x;
    memory.counts[i] = 10 * i;
    if (i == 0) header.n = 4;
    __syncthreads();
    const int next = memory.counts[(i + 1) % 4];
    __syncthreads();  // all have read the counts
    memory.means[i] = next / 4.0f;
    __syncthreads();
    result[i] = memory.means[3 - i] + header.n;
}

int main() {
    phases<<<1, 4>>>();
    show("results", fetch(result));
}
