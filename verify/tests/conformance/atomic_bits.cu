// atomicAnd, atomicOr and atomicXor on int, unsigned and unsigned long long.
#include "show.h"

template <class T>
__device__ T ands;
template <class T>
__device__ T ors;
template <class T>
__device__ T xors;
template <class T>
__device__ T old_or;

template <class T>
__global__ void start() {
    ands<T> = ~T(0);
    ors<T> = xors<T> = 0;
}
template <class T>
__global__ void combine() {
    const T bit = T(1) << threadIdx.x;
    atomicAnd(&ands<T>, static_cast<T>(~bit));
    atomicOr(&ors<T>, bit);
    atomicXor(&xors<T>, static_cast<T>(bit | T(1) << 30));
}
template <class T>
__global__ void again() {
    old_or<T> = atomicOr(&ors<T>, static_cast<T>(T(1) << 25));
}

template <class T>
void run(const char* type) {
    start<T><<<1, 1>>>();
    combine<T><<<1, 21>>>();
    again<T><<<1, 1>>>();
    show(type, hex(fetch(ands<T>).value), hex(fetch(old_or<T>).value), hex(fetch(ors<T>).value),
         hex(fetch(xors<T>).value));
}

int main() {
    run<int>("int");
    run<unsigned>("unsigned");
    run<unsigned long long>("unsigned long long");
}
