// form: preferences for cache or shared memory: cudaFuncSetCacheConfig, cudaDeviceSetCacheConfig
#include <cstdio>
__managed__ int total;
__global__ void add() { atomicAdd(&total, 1); }
int main() {
    cudaDeviceSetCacheConfig(cudaFuncCachePreferShared);
    cudaFuncSetCacheConfig(add, cudaFuncCachePreferL1);
    add<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::puts(total == 32 ? "ok" : "wrong");
}
