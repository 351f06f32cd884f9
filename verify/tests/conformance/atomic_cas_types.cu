// atomicCAS on int, unsigned, unsigned long long and unsigned short: what it returns and leaves, hit and miss.
#include "show.h"

template <class T>
__device__ T slot;
template <class T>
__device__ T old[2];
template <class T>
__device__ T left[2];

template <class T>
__global__ void compare_and_swap(T start, T wrong, T next) {
    slot<T> = start;
    old<T>[0] = atomicCAS(&slot<T>, wrong, next);
    left<T>[0] = slot<T>;
    old<T>[1] = atomicCAS(&slot<T>, start, next);
    left<T>[1] = slot<T>;
}

template <class T>
void run(const char* type, T start, T wrong, T next) {
    compare_and_swap<<<1, 1>>>(start, wrong, next);
    std::printf("%s\n", type);
    show("  miss: returns, leaves", fetch(old<T>)[0], fetch(left<T>)[0]);
    show("  hit: returns, leaves", fetch(old<T>)[1], fetch(left<T>)[1]);
}

int main() {
    run<int>("int", -5, 5, 7);
    run<unsigned>("unsigned", 4000000000u, 1, 2);
    run<unsigned long long>("unsigned long long", 1ull << 40, 0, ~0ull);  // differ in the high word alone
    run<unsigned short>("unsigned short", 65535, 0, 1234);
}
