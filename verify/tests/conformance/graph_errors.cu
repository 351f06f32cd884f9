// Graph calls that are refused: circles, edges that are there, graphs and nodes that are none.
#include "show.h"

int main() {
    cudaStream_t stream;
    must(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t a, b;
    must(cudaGraphCreate(&graph, 0));
    show("to nowhere", cudaGraphCreate(nullptr, 0));
    must(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
    must(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    show("an edge that is there", cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
    show("a circle", cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
    show("instantiate it", cudaGraphInstantiate(&exec, graph, 0));
    show("launch none", cudaGraphLaunch(nullptr, stream));
    show("destroy", cudaGraphDestroy(graph));
    must(cudaGraphCreate(&graph, 0));
    show("instantiate an empty one", cudaGraphInstantiate(&exec, graph, 0));
    show("launch it", cudaGraphLaunch(exec, stream));
    show("wait", cudaStreamSynchronize(stream));
    show("destroy", cudaGraphExecDestroy(exec), cudaGraphDestroy(graph));
    must(cudaStreamDestroy(stream));
}
