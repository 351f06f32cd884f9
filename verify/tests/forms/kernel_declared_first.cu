// form: a kernel declared before it is launched and defined after it
#include <cstdio>
__managed__ int total;
__global__ void add(int x);
template <class T>
__global__ void add_typed(T x);
int main() {
    add<<<1, 32>>>(1);
    add_typed<<<1, 32>>>(2);
    cudaDeviceSynchronize();
    std::puts(total == 96 ? "ok" : "wrong");
}
__global__ void add(int x) { atomicAdd(&total, x); }
template <class T>
__global__ void add_typed(T x) {
    atomicAdd(&total, x);
}
