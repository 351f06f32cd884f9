// Arrays of a thread's own, indexed at run time: each thread sorts its own numbers.
#include "show.h"

__device__ int result[4][8];

__global__ void sort() {
    int values[8];
    for (int i = 0; i < 8; ++i) values[i] = (i * 5 + threadIdx.x * 3) % 8;
    for (int i = 1; i < 8; ++i) {
        const int value = values[i];
        int j = i;
        for (; j > 0 && values[j - 1] > value; --j) values[j] = values[j - 1];
        values[j] = value;
    }
    for (int i = 0; i < 8; ++i) result[threadIdx.x][i] = values[(i + threadIdx.x) % 8];
}

int main() {
    sort<<<1, 4>>>();
    const auto host = fetch(result);
    for (int t = 0; t < 4; ++t) show("sorted, rotated by t", host[t]);
}
