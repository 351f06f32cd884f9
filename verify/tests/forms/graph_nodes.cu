// form: a CUDA graph put together by hand: cudaGraphAddKernelNode with (void*)kernel, cudaGraphAddMemcpyNode1D
#include <cstdio>
template <class T>
__global__ void scale(T* values, T factor) {
    values[threadIdx.x] *= factor;
}
int main() {
    float host[4] = {1, 2, 3, 4}, *device, factor = 3;
    cudaMalloc(&device, sizeof host);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t in, kernel, out;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, device, host, sizeof host, cudaMemcpyHostToDevice);
    void* arguments[] = {&device, &factor};
    cudaKernelNodeParams params = {};
    params.func = (void*)scale<float>;
    params.gridDim = dim3(1);
    params.blockDim = dim3(4);
    params.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &in, 1, &params);
    cudaGraphAddMemcpyNode1D(&out, graph, &kernel, 1, host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaGraphInstantiate(&exec, graph);
    cudaGraphLaunch(exec, 0);
    cudaDeviceSynchronize();
    std::puts(host[3] == 12 ? "ok" : "wrong");
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(device);
}
