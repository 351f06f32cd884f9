// form: __global__ static and static __global__ kernels
#include <cstdio>
__managed__ int total;
__global__ static void first() { total += 1; }
static __global__ void second() { total += 10; }
template <class T>
static __global__ void third(T x) {
    total += x;
}
int main() {
    first<<<1, 1>>>();
    second<<<1, 1>>>();
    third<<<1, 1>>>(100);
    cudaDeviceSynchronize();
    std::puts(total == 111 ? "ok" : "wrong");
}
