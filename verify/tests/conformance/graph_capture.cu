// A stream's work captured into a graph, which does nothing until it is launched, and then the same each time.
#include "show.h"

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }

struct Notes {
    const int* data;
    int seen[3], count;
};
void note(void* pointer) {
    Notes* const notes = static_cast<Notes*>(pointer);
    notes->seen[notes->count++] = notes->data[3];
}

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    int *device, *host;
    must(cudaMalloc(&device, 4 * sizeof(int)));
    must(cudaMallocHost(&host, 8 * sizeof(int)));
    for (int i = 0; i < 8; ++i) host[i] = i;
    Notes notes{host + 4, {}, 0};

    cudaStreamCaptureStatus status;
    show("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(cudaStreamIsCapturing(stream, &status));
    show("status", static_cast<int>(status));
    int amount = 10;
    must(cudaMemcpyAsync(device, host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream));
    add<<<1, 4, 0, stream>>>(device, amount);
    amount = 1000;  // too late
    must(cudaMemsetAsync(device + 1, 0, sizeof(int), stream));
    must(cudaMemcpyAsync(host + 4, device, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    must(cudaLaunchHostFunc(stream, note, &notes));
    cudaGraph_t graph;
    show("end", cudaStreamEndCapture(stream, &graph));
    must(cudaStreamIsCapturing(stream, &status));
    show("status", static_cast<int>(status));
    std::size_t nodes = 0;
    must(cudaGraphGetNodes(graph, nullptr, &nodes));
    show("nodes", nodes);
    must(cudaStreamSynchronize(stream));
    show("before a launch", host[4], host[5], host[6], host[7], notes.count);

    cudaGraphExec_t exec;
    show("instantiate", cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i) {
        host[3] = 3 + i;  // a copy reads what is there when it runs
        show("launch", cudaGraphLaunch(exec, stream));
        must(cudaStreamSynchronize(stream));
    }
    show("after the launches", host[4], host[5], host[6], host[7]);
    show("seen", notes.seen);
    show("destroy", cudaGraphExecDestroy(exec), cudaGraphDestroy(graph));
    must(cudaFree(device));
    must(cudaFreeHost(host));
    must(cudaStreamDestroy(stream));
}
