// A grid-stride loop: any grid does all the work.
#include "show.h"

constexpr int N = 1000;
__device__ int result[N];

__global__ void add_one(int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) result[i] += 1;
}

int main() {
    add_one<<<1, 1>>>(N);
    add_one<<<3, 32>>>(N);
    add_one<<<100, 256>>>(N);
    const auto host = fetch(result);
    int sum = 0;
    for (int i = 0; i < N; ++i) sum += host[i] == 3;
    show("elements with 3", sum);
}
