// form: cudaFuncSetAttribute for more dynamic shared memory, and for the carveout
#include <cstdio>
__managed__ int result;
template <int n>
__global__ void use() {
    extern __shared__ int values[];
    values[n - 1 - threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) result = values[n - 5];
}
int main() {
    const int n = 14 * 1024;
    cudaFuncSetAttribute(use<n>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
    cudaFuncSetAttribute((const void*)use<n>, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int));
    use<n><<<1, 32, n * sizeof(int)>>>();
    cudaDeviceSynchronize();
    std::puts(result == 4 ? "ok" : "wrong");
}
