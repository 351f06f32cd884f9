// form: a graph as a node of another graph: cudaGraphAddChildGraphNode
// refused: cudaGraphAddChildGraphNode (graphs in graphs) is not there yet
int main() {
    cudaGraph_t graph, child;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&child, 0);
    cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child);
}
