// Managed memory: cudaMallocManaged and __managed__ variables, read and written by both sides.
#include "show.h"

__managed__ int shared_counter = 3;
__managed__ float table[4];

__global__ void update(int* data) {
    data[threadIdx.x] += 10 * threadIdx.x;
    table[threadIdx.x] = data[threadIdx.x] / 2.0f;
    atomicAdd(&shared_counter, 1);
}

int main() {
    int* data;
    must(cudaMallocManaged(&data, 4 * sizeof(int)));
    for (int i = 0; i < 4; ++i) data[i] = i;
    shared_counter += 100;
    update<<<1, 4>>>(data);
    must(cudaDeviceSynchronize());  // before the host looks
    show("array", data[0], data[1], data[2], data[3]);
    show("variables", shared_counter, table[3]);
    data[0] = 1000;
    update<<<1, 4>>>(data);
    must(cudaDeviceSynchronize());
    show("once more", data[0], shared_counter, table[0]);
    must(cudaFree(data));
}
