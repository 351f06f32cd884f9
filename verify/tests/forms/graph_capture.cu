// form: CUDA graphs: cudaStreamBeginCapture, cudaGraphInstantiate in both its forms, cudaGraphLaunch in a loop
#include <cstdio>
__global__ void add(int* values, int x) { values[threadIdx.x] += x; }
int main() {
    int* values;
    cudaMallocManaged(&values, 4 * sizeof(int));
    for (int i = 0; i < 4; ++i) values[i] = i;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec, same;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 4, 0, stream>>>(values, 1);
    add<<<1, 4, 0, stream>>>(values, 10);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    cudaGraphInstantiate(&same, graph, 0);
    for (int i = 0; i < 5; ++i) cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    std::puts(values[3] == 3 + 5 * 11 ? "ok" : "wrong");
    cudaGraphExecDestroy(exec);
    cudaGraphExecDestroy(same);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(values);
}
