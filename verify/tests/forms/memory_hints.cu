// form: hints for managed memory: cudaMemPrefetchAsync and cudaMemAdvise with a cudaMemLocation, as in CUDA 13
#include <cstdio>
__global__ void twice(int* x, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] *= 2;
}
int main() {
    const int n = 1000;
    int *values, device = 0;
    cudaGetDevice(&device);
    cudaMallocManaged(&values, n * sizeof(int));
    for (int i = 0; i < n; i++) values[i] = i;
    cudaMemLocation location = {cudaMemLocationTypeDevice, device};
    cudaMemAdvise(values, n * sizeof(int), cudaMemAdviseSetPreferredLocation, location);
    const bool hinted = cudaMemPrefetchAsync(values, n * sizeof(int), location, 0, 0) == cudaSuccess;
    twice<<<1, 128>>>(values, n);
    location.type = cudaMemLocationTypeHost;
    cudaMemPrefetchAsync(values, n * sizeof(int), location, 0);
    cudaDeviceSynchronize();
    std::puts(hinted && values[999] == 1998 ? "ok" : "wrong");
    cudaFree(values);
}
