// A function object as an argument: the kernel is a template over what it applies.
#include "show.h"

struct Clamp {
    float low, high;
    __device__ float operator()(float x) const { return x < low ? low : x > high ? high : x; }
};
struct Add {
    float amount;
    __host__ __device__ float operator()(float x) const { return x + amount; }
};

__device__ float result[2][5];

template <class First, class Second>
__global__ void compose(First first, Second second, int row) {
    result[row][threadIdx.x] = second(first(static_cast<float>(threadIdx.x)));
}

int main() {
    compose<<<1, 5>>>(Add{1.0f}, Clamp{2.0f, 4.0f}, 0);
    compose<<<1, 5>>>(Clamp{2.0f, 4.0f}, Add{1.0f}, 1);
    const auto host = fetch(result);
    show("add, then clamp", host[0]);
    show("clamp, then add", host[1]);
}
