// form: pinned host memory with cudaMemcpyAsync on several streams
#include <cstdio>
__global__ void twice(int* x) { x[threadIdx.x] *= 2; }
int main() {
    const int parts = 4, n = 32;
    int *host, *device;
    cudaHostAlloc((void**)&host, parts * n * sizeof(int), cudaHostAllocDefault);
    cudaMalloc(&device, parts * n * sizeof(int));
    for (int i = 0; i < parts * n; ++i) host[i] = i;
    cudaStream_t streams[parts];
    for (int i = 0; i < parts; ++i) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMemcpyAsync(device + i * n, host + i * n, n * sizeof(int), cudaMemcpyHostToDevice, streams[i]);
        twice<<<1, n, 0, streams[i]>>>(device + i * n);
        cudaMemcpyAsync(host + i * n, device + i * n, n * sizeof(int), cudaMemcpyDeviceToHost, streams[i]);
    }
    cudaDeviceSynchronize();
    std::puts(host[parts * n - 1] == 2 * (parts * n - 1) ? "ok" : "wrong");
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(device);
}
