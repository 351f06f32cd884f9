// form: the kernel's errors by cudaGetLastError, cudaPeekAtLastError and cudaDeviceSynchronize
#include <cstdio>
__global__ void nothing() {}
int main() {
    nothing<<<1, 2048>>>();
    const bool refused = cudaPeekAtLastError() != cudaSuccess && cudaGetLastError() != cudaSuccess;
    nothing<<<1, 32>>>();
    const bool runs = cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    std::puts(refused && runs ? "ok" : "wrong");
}
