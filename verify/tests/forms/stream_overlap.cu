// form: copies and kernels that overlap: chunks over several streams, pinned memory, cudaStreamWaitEvent, a callback
#include <cstdio>
__global__ void twice(int* values) { values[threadIdx.x] *= 2; }
void CUDART_CB done(cudaStream_t, cudaError_t status, void* count) { *(int*)count += status == cudaSuccess; }
int main() {
    constexpr int CHUNKS = 4, SIZE = 8;
    int *host, *device, count = 0;
    cudaMallocHost(&host, CHUNKS * SIZE * sizeof(int));
    cudaMalloc(&device, CHUNKS * SIZE * sizeof(int));
    for (int i = 0; i < CHUNKS * SIZE; ++i) host[i] = i;
    cudaStream_t streams[CHUNKS], last;
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaStreamCreate(&last);
    for (int i = 0; i < CHUNKS; ++i) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        int *h = host + i * SIZE, *d = device + i * SIZE;
        cudaMemcpyAsync(d, h, SIZE * sizeof(int), cudaMemcpyHostToDevice, streams[i]);
        twice<<<1, SIZE, 0, streams[i]>>>(d);
        cudaMemcpyAsync(h, d, SIZE * sizeof(int), cudaMemcpyDeviceToHost, streams[i]);
        cudaStreamAddCallback(streams[i], done, &count, 0);
        cudaEventRecord(event, streams[i]);
        cudaStreamWaitEvent(last, event, 0);
    }
    while (cudaStreamQuery(last) == cudaErrorNotReady) {
    }
    std::puts(host[31] == 62 && count == CHUNKS ? "ok" : "wrong");
    for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaStreamDestroy(last);
    cudaEventDestroy(event);
    cudaFreeHost(host);
    cudaFree(device);
}
