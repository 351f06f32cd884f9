// Kernel arguments of nearly 4 KiB, and of nearly 32 KiB: each thread has its own copy.
#include "show.h"

template <int N>
struct Large {
    int values[N];
};

__device__ long long sums[4];

template <int N>
__global__ void add(Large<N> large, int last) {
    large.values[threadIdx.x] += 1000 * threadIdx.x;
    long long sum = last;
    for (int i = 0; i < N; ++i) sum += large.values[i];
    sums[threadIdx.x] = sum;
}

template <int N>
void run(const char* what) {
    Large<N> large;
    for (int i = 0; i < N; ++i) large.values[i] = i;
    add<<<1, 4>>>(large, 5);
    show(what, fetch(sums));
}

int main() {
    run<1000>("4 KiB");
    run<8000>("32 KiB");
}
