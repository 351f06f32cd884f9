// form: __CUDA_ARCH__, __CUDACC__ and version guards around host and device code
#include <cstdio>
#if !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ < 11 || CUDART_VERSION < 11000
#error "this needs CUDA 11"
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* where, double x);  // older GPUs have none
#endif
__managed__ double total;
__global__ void add(double x) { atomicAdd(&total, x); }
int main() {
    add<<<1, 32>>>(0.5);
    cudaDeviceSynchronize();
    std::puts(total == 16 ? "ok" : "wrong");
}
