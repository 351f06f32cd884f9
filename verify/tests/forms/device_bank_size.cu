// form: the width of shared memory's banks, which CUDA 13 still lets a program ask for: cudaDeviceSetSharedMemConfig
#include <cstdio>
__global__ void kernel() {}
int main() {
    cudaSharedMemConfig config = cudaSharedMemBankSizeDefault;
    cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
    cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeEightByte);
    cudaDeviceGetSharedMemConfig(&config);
    cudaFuncCache cache;
    std::puts(config == cudaSharedMemBankSizeFourByte && cudaDeviceGetCacheConfig(&cache) == cudaSuccess ? "ok"
                                                                                                         : "wrong");
}
