// form: __launch_bounds__ before or after void, with template arguments
#include <cstdio>
__managed__ int total;
__global__ __launch_bounds__(64) void before() { atomicAdd(&total, 1); }
__global__ void __launch_bounds__(64, 2) after() { atomicAdd(&total, 1); }
template <int threads, int blocks>
__launch_bounds__(threads, blocks) __global__ void both() {
    atomicAdd(&total, 1);
}
int main() {
    before<<<1, 64>>>();
    after<<<1, 64>>>();
    both<64, 2><<<1, 64>>>();
    cudaDeviceSynchronize();
    std::puts(total == 3 * 64 ? "ok" : "wrong");
}
