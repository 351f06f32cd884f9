// An executable graph changed for its next launches: node by node, and from another graph of the same form.
#include "show.h"

__device__ int result;
__global__ void store(int x) { result = x; }
__global__ void negate(int x) { result = -x; }

cudaGraph_t capture(cudaStream_t stream, int x, int times) {
    cudaGraph_t graph;
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < times; ++i) store<<<1, 1, 0, stream>>>(x);
    must(cudaStreamEndCapture(stream, &graph));
    return graph;
}

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    cudaGraph_t one = capture(stream, 1, 1), two = capture(stream, 2, 1), longer = capture(stream, 3, 2);
    cudaGraphExec_t exec;
    must(cudaGraphInstantiate(&exec, one, 0));
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    show("as captured", fetch(result).value);

    cudaGraphExecUpdateResultInfo info;
    show("update", cudaGraphExecUpdate(exec, two, &info));
    show("result", static_cast<int>(info.result));
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    show("updated", fetch(result).value);
    show("update to another form", cudaGraphExecUpdate(exec, longer, &info));
    show("result", static_cast<int>(info.result));
    cudaGetLastError();

    cudaGraphNode_t node;
    std::size_t count = 1;
    must(cudaGraphGetNodes(one, &node, &count));
    int x = 7;
    void* arguments[] = {&x};
    cudaKernelNodeParams params = {};
    params.func = (void*)negate;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    show("set the node", cudaGraphExecKernelNodeSetParams(exec, node, &params));
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    show("another kernel", fetch(result).value);
    must(cudaGraphExecDestroy(exec));
    for (cudaGraph_t graph : {one, two, longer}) must(cudaGraphDestroy(graph));
    must(cudaStreamDestroy(stream));
}
