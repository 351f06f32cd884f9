// form: a literal 0 or NULL for a pointer argument
#include <cstdio>
__managed__ int total;
__global__ void add(const int* bias, int x, int* where) { total += (bias ? *bias : 0) + x + (where ? 1 : 0); }
template <class T>
__global__ void add_typed(const T* bias, T x) {
    total += (bias ? *bias : 0) + x;
}
int main() {
    add<<<1, 1>>>(0, 5, NULL);
    add<<<1, 1>>>(NULL, 0, 0);
    add_typed<int><<<1, 1>>>(0, 7);
    cudaDeviceSynchronize();
    std::puts(total == 12 ? "ok" : "wrong");
}
