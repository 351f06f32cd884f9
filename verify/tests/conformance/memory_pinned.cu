// Pinned host memory: cudaMallocHost and cudaHostAlloc, and an array of the program's own pinned by cudaHostRegister.
#include "show.h"

__global__ void add(int* data) { data[threadIdx.x] += 100; }

int main() {
    int *in, *out, *device, own[4];
    must(cudaMallocHost(&in, 4 * sizeof(int)));
    must(cudaHostAlloc(&out, 4 * sizeof(int), cudaHostAllocPortable));
    must(cudaMalloc(&device, 4 * sizeof(int)));
    for (int i = 0; i < 4; ++i) in[i] = i;
    must(cudaMemcpyAsync(device, in, 4 * sizeof(int), cudaMemcpyHostToDevice));
    add<<<1, 4>>>(device);
    must(cudaMemcpyAsync(out, device, 4 * sizeof(int), cudaMemcpyDeviceToHost));
    must(cudaStreamSynchronize(nullptr));
    show("through pinned memory", out[0], out[1], out[2], out[3]);

    show("register", cudaHostRegister(own, sizeof own, cudaHostRegisterDefault));
    must(cudaMemcpyAsync(own, device, sizeof own, cudaMemcpyDeviceToHost));
    must(cudaDeviceSynchronize());
    show("into own memory", own);
    show("unregister", cudaHostUnregister(own));
    must(cudaFreeHost(in));
    must(cudaFreeHost(out));
    must(cudaFree(device));
}
