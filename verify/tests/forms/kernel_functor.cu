// form: a functor or a variadic pack as a kernel's template arguments
#include <cstdio>
__managed__ float result;
struct Plus {
    __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};
template <typename Op, typename... Values>
__global__ void fold(Op op, Values... values) {
    float sum = 0;
    ((sum = op(sum, values)), ...);
    result = sum;
}
int main() {
    fold<<<1, 1>>>(Plus(), 1, 2.5f, 3u);
    cudaDeviceSynchronize();
    std::puts(result == 6.5f ? "ok" : "wrong");
}
