// The forms of <<<...>>>: numbers, expressions, dim3, dynamic shared memory, a stream, inside if and for.
#include "show.h"

__device__ int runs;

__global__ void count() { atomicAdd(&runs, 1); }

unsigned half(unsigned n) { return n / 2; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    const int blocks = 2;
    const dim3 grid = 3, block(2, 2);

    count<<<1, 1>>>();
    count<<<blocks, blocks + 3>>>();
    count<<<half(8), (7 + 1) / 2>>>();
    count<<<grid, block>>>();
    count<<<dim3{2, 2}, dim3{4}>>>();
    count<<<grid, block, 128>>>();
    count<<<grid, block, 4 * sizeof(float), stream>>>();
    count<<<grid, block, 0, 0>>>();
    count<<<grid, block, 0, nullptr>>>();
    count<<<(blocks > 1 ? 5 : 1), 1>>>();
    if (blocks == 2) count<<<1, 1>>>();
    for (int i = 0; i < 3; ++i) count<<<1, 1 << i>>>();

    show("threads", fetch(runs).value);
    must(cudaStreamDestroy(stream));
}
