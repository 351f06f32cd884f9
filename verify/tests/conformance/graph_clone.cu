// cudaGraphClone: a copy that lives when its original is gone; and the old and new forms of cudaGraphInstantiate.
#include "show.h"

__device__ int result;
__global__ void add(int x) { result += x; }

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    cudaGraph_t graph, clone;
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 1, 0, stream>>>(1);
    add<<<1, 1, 0, stream>>>(20);
    must(cudaStreamEndCapture(stream, &graph));
    show("clone", cudaGraphClone(&clone, graph));
    must(cudaGraphDestroy(graph));
    std::size_t nodes = 0;
    must(cudaGraphGetNodes(clone, nullptr, &nodes));
    show("nodes", nodes);
    cudaGraphExec_t exec, again;
    show("instantiate", cudaGraphInstantiate(&exec, clone, nullptr, nullptr, 0));
    show("with flags", cudaGraphInstantiateWithFlags(&again, clone, 0));
    must(cudaGraphDestroy(clone));
    show("upload", cudaGraphUpload(exec, stream));
    must(cudaGraphLaunch(exec, stream));
    must(cudaGraphLaunch(again, stream));
    must(cudaStreamSynchronize(stream));
    show("twice 21", fetch(result).value);
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphExecDestroy(again));
    must(cudaStreamDestroy(stream));
}
