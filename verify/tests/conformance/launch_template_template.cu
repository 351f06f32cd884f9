// Kernels whose template arguments are templates, values, types and packs.
#include "show.h"

template <class T>
struct Sum {
    static constexpr T start = 0;
    static __device__ T join(T a, T b) { return a + b; }
};
template <class T>
struct Product {
    static constexpr T start = 1;
    static __device__ T join(T a, T b) { return a * b; }
};

__device__ double results[4];

template <template <class> class Operation, class T, int N = 4>
__global__ void fold(T (*values)[N], int place) {
    T all = Operation<T>::start;
    for (const T value : *values) all = Operation<T>::join(all, value);
    results[place] = all;
}
template <int first, class... Ts>
__global__ void pack(Ts... values) {
    results[3] = (first + ... + static_cast<double>(values));
}

__device__ int ints[4] = {1, 2, 3, 4};
__device__ float floats[3] = {0.5f, 4, 8};

int main() {
    int(*i)[4];
    float(*f)[3];
    must(cudaGetSymbolAddress(reinterpret_cast<void**>(&i), ints));
    must(cudaGetSymbolAddress(reinterpret_cast<void**>(&f), floats));
    fold<Sum><<<1, 1>>>(i, 0);
    fold<Product, int><<<1, 1>>>(i, 1);
    fold<Product, float, 3><<<1, 1>>>(f, 2);
    pack<10><<<1, 1>>>(1, 2.5f, 'a', true);
    show("results", fetch(results));
}
