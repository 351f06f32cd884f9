// Kernel templates: arguments that are types, numbers and kernels' own defaults, named or deduced.
#include "show.h"

__device__ double result[5];

template <class T, int SCALE = 10>
__global__ void scale(T x, int i) {
    result[i] = static_cast<double>(x * SCALE);
}

template <bool NEGATE>
__global__ void copy(float x, int i) {
    if constexpr (NEGATE)
        result[i] = -x;
    else
        result[i] = x;
}

int main() {
    scale<float, 3><<<1, 1>>>(0.5f, 0);
    scale<int><<<1, 1>>>(7, 1);
    scale<<<1, 1>>>(2.25, 2);  // double, deduced
    copy<true><<<1, 1>>>(4.0f, 3);
    copy<(1 > 2)><<<1, 1>>>(4.0f, 4);
    show("results", fetch(result));
}
