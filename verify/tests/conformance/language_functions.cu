// __device__, __host__ __device__, inlined and overloaded functions, default and reference arguments.
#include "show.h"

__device__ float result[7];

__host__ __device__ float cube(float x) { return x * x * x; }
__device__ int pick(int) { return 1; }
__device__ int pick(float) { return 2; }
__device__ float scaled(float x, float factor = 10.0f) { return x * factor; }
__device__ void split(float x, int& whole, float& rest) {
    whole = static_cast<int>(x);
    rest = x - whole;
}
__device__ __forceinline__ float half(float x) { return x / 2; }
__noinline__ __device__ float third(float x) { return x / 3; }
__host__ __device__ constexpr int power(int base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }

__global__ void call() {
    int whole;
    float rest;
    split(5.75f, whole, rest);
    static_assert(power(2, 10) == 1024);
    const float all[] = {cube(3),
                         float(pick(1) * 10 + pick(1.0f)),
                         scaled(1.5f) + scaled(1.5f, 2.0f),
                         whole + 2 * rest,
                         half(3),
                         third(6),
                         float(power(3, 5))};
    for (int i = 0; i < 7; ++i) result[i] = all[i];
}

int main() {
    call<<<1, 1>>>();
    show("in the kernel", fetch(result));
    show("on the host", cube(3), power(3, 5));
}
