// form: CUDA graphs: cudaGraph_t, cudaStreamBeginCapture, cudaGraphLaunch
// refused: cudaGraph_t (graphs) is not there yet
int main() {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
}
