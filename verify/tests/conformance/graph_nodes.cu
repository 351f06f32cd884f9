// A graph put together by hand: kernel, copy, memset, host and empty nodes, and the dependencies between them.
#include "show.h"

__global__ void add(int* data, int amount) { data[threadIdx.x] += amount; }

void twice(void* pointer) {
    int* const data = static_cast<int*>(pointer);
    for (int i = 0; i < 4; ++i) data[i] *= 2;
}

int main() {
    int *device, *host;
    must(cudaMalloc(&device, 4 * sizeof(int)));
    must(cudaMallocHost(&host, 4 * sizeof(int)));
    cudaGraph_t graph;
    cudaGraphNode_t set, kernel, out, function, last;
    show("create", cudaGraphCreate(&graph, 0));
    cudaMemsetParams memset = {};
    memset.dst = device;
    memset.value = 0x0102;
    memset.elementSize = 2;
    memset.width = 8;
    memset.height = 1;
    show("memset node", cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &memset));
    int amount = 1;
    void* arguments[] = {&device, &amount};
    cudaKernelNodeParams params = {};
    params.func = (void*)add;
    params.gridDim = dim3(1);
    params.blockDim = dim3(4);
    params.kernelParams = arguments;
    show("kernel node", cudaGraphAddKernelNode(&kernel, graph, &set, 1, &params));
    amount = 50;  // was copied
    show("copy node",
         cudaGraphAddMemcpyNode1D(&out, graph, &kernel, 1, host, device, 4 * sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {};
    call.fn = twice;
    call.userData = host;
    show("host node", cudaGraphAddHostNode(&function, graph, nullptr, 0, &call));
    show("empty node", cudaGraphAddEmptyNode(&last, graph, &function, 1));
    show("out before function", cudaGraphAddDependencies(graph, &out, &function, nullptr, 1));
    show("once more", cudaGraphAddDependencies(graph, &out, &function, nullptr, 1));
    cudaGetLastError();
    for (cudaGraphNode_t node : {set, kernel, out, function, last}) {
        cudaGraphNodeType type;
        must(cudaGraphNodeGetType(node, &type));
        show("type", static_cast<int>(type));
    }
    std::size_t nodes = 0, edges = 0, roots = 0;
    must(cudaGraphGetNodes(graph, nullptr, &nodes));
    must(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    must(cudaGraphGetRootNodes(graph, nullptr, &roots));
    show("nodes, edges, roots", nodes, edges, roots);
    cudaGraphExec_t exec;
    show("instantiate", cudaGraphInstantiate(&exec, graph, 0));
    show("launch", cudaGraphLaunch(exec, nullptr));
    must(cudaDeviceSynchronize());
    show("values", host[0], host[1], host[2], host[3]);
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphDestroy(graph));
    must(cudaFree(device));
    must(cudaFreeHost(host));
}
