// atomicAdd on int, unsigned and unsigned long long: each call returns the old value, so no two threads get the same.
#include "show.h"

constexpr int BLOCKS = 4, THREADS = 64, N = BLOCKS * THREADS;

template <class T>
__device__ T total;
template <class T>
__device__ T seen[N];

template <class T>
__global__ void count(T step) {
    const T old = atomicAdd(&total<T>, step);
    seen<T>[blockIdx.x * THREADS + threadIdx.x] = old;
}

// The old values are 0, step, 2 step ... in some order.
template <class T>
void run(const char* type, T step) {
    count<<<BLOCKS, THREADS>>>(step);
    const auto old = fetch(seen<T>);
    int times[N] = {};
    for (int i = 0; i < N; ++i) {
        const T turn = old[i] / step;
        if (turn < N && turn * step == old[i]) ++times[turn];
    }
    int once = 0;
    for (int i = 0; i < N; ++i) once += times[i] == 1;
    show(type, fetch(total<T>).value);
    show("  old values seen once", once);
}

int main() {
    run<int>("int", 3);
    run<unsigned>("unsigned", 5);
    run<unsigned long long>("unsigned long long", 10000000000);
}
