// form: device functions: __forceinline__, __inline__, __noinline__, static, constexpr, __host__ __device__
#include <cstdio>
__managed__ int total;
__device__ __forceinline__ int one() { return 1; }
__inline__ __device__ int two() { return 2; }
static __device__ __noinline__ int three() { return 3; }
__host__ __device__ constexpr int square(int x) { return x * x; }
template <typename T>
__device__ __host__ inline T twice(T x) {
    return x + x;
}
__global__ void add() { total = one() + two() + three() + square(4) + twice(5); }
int main() {
    static_assert(square(3) == 9);
    add<<<1, 1>>>();
    cudaDeviceSynchronize();
    std::puts(total == 32 && twice(1) == 2 ? "ok" : "wrong");
}
