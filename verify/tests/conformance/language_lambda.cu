// Lambdas inside a kernel: captures by value and by reference, generic, and passed to a __device__ template.
#include "show.h"

__device__ int result[6];

template <class Function>
__device__ int sum_of(int n, Function function) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += function(i);
    return sum;
}

__global__ void use(int factor) {
    __shared__ int offset;
    if (threadIdx.x == 0) offset = 100;
    __syncthreads();
    const int t = threadIdx.x;
    int calls = 0;
    const auto scaled = [=](int i) { return factor * i + t; };
    const auto counted = [&](int i) {
        ++calls;
        return i + offset;
    };
    const auto either = [](auto a, auto b) { return a > b ? a : b; };
    const int sum = sum_of(4, scaled) + sum_of(3, counted);
    result[t] = either(sum, 0) + 1000 * calls + static_cast<int>(either(0.5, 1.5) * 20000);
}

int main() {
    use<<<1, 6>>>(7);
    show("results", fetch(result));
}
