// A capture that forks into a second stream and joins again, through events, which leave edges and no nodes.
#include "show.h"

__device__ int value[4];
__global__ void start() { value[0] = 2; }
__global__ void left() { value[1] = value[0] + 1; }
__global__ void right() { value[2] = value[0] * 10; }
__global__ void finish() { value[3] += value[1] + value[2]; }

int main() {
    cudaStream_t stream, other;
    cudaEvent_t fork, join;
    must(cudaStreamCreate(&stream));
    must(cudaStreamCreate(&other));
    must(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    must(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    start<<<1, 1, 0, stream>>>();
    must(cudaEventRecord(fork, stream));
    must(cudaStreamWaitEvent(other, fork, 0));
    cudaStreamCaptureStatus status;
    must(cudaStreamIsCapturing(other, &status));
    show("the other stream captures", static_cast<int>(status));
    left<<<1, 1, 0, stream>>>();
    right<<<1, 1, 0, other>>>();
    must(cudaEventRecord(join, other));
    must(cudaStreamWaitEvent(stream, join, 0));
    finish<<<1, 1, 0, stream>>>();
    cudaGraph_t graph;
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaStreamIsCapturing(other, &status));
    show("and no more", static_cast<int>(status));
    std::size_t nodes = 0, roots = 0;
    must(cudaGraphGetNodes(graph, nullptr, &nodes));
    must(cudaGraphGetRootNodes(graph, nullptr, &roots));
    show("nodes, roots", nodes, roots);
    cudaGraphExec_t exec;
    must(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i) must(cudaGraphLaunch(exec, i == 1 ? other : stream));  // one launch after another
    must(cudaDeviceSynchronize());
    show("values", fetch(value));
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphDestroy(graph));
    must(cudaEventDestroy(fork));
    must(cudaEventDestroy(join));
    must(cudaStreamDestroy(stream));
    must(cudaStreamDestroy(other));
}
