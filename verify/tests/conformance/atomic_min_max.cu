// atomicMin and atomicMax on int, unsigned, long long and unsigned long long.
#include "show.h"

template <class T>
__device__ T smallest;
template <class T>
__device__ T largest;

template <class T>
__global__ void extremes(T base, T step) {
    const T value = base + step * static_cast<T>((blockIdx.x * blockDim.x + threadIdx.x) * 7 % 100);
    atomicMin(&smallest<T>, value);
    atomicMax(&largest<T>, value);
}

template <class T>
__global__ void start(T value) {
    smallest<T> = largest<T> = value;
}

template <class T>
void run(const char* type, T first, T base, T step) {
    start<<<1, 1>>>(first);
    extremes<<<4, 25>>>(base, step);
    show(type, fetch(smallest<T>).value, fetch(largest<T>).value);
}

int main() {
    run<int>("int", 0, -50, 1);
    run<unsigned>("unsigned", 2147483648u, 2147483600u, 1);  // compared without a sign
    run<long long>("long long", 0, -1000000000000, 30000000000);
    run<unsigned long long>("unsigned long long", 1ull << 63, (1ull << 63) - 10, 1);
}
