// form: a launch inside a macro that checks it: CHECK_KERNEL((kernel<<<1, 2>>>(x)))
#include <cstdio>
#include <cstdlib>
#define CHECK_KERNEL(...)                                                               \
    do {                                                                                \
        __VA_ARGS__;                                                                    \
        const cudaError_t status = cudaGetLastError();                                  \
        if (status != cudaSuccess) std::puts(cudaGetErrorString(status)), std::exit(1); \
    } while (0)
__managed__ int total;
template <int scale, int shift>
__global__ void add(int x) {
    atomicAdd(&total, scale * x + shift);
}
int main() {
    CHECK_KERNEL(add<2, 1><<<1, 32>>>(3));
    CHECK_KERNEL((add<1, 0><<<dim3(1), dim3(2)>>>(3)));
    cudaDeviceSynchronize();
    std::puts(total == 32 * 7 + 2 * 3 ? "ok" : "wrong");
}
