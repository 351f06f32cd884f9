// form: #if __CUDA_ARCH__ >= 700 in a kernel, #ifdef __CUDA_ARCH__ in a function for both and in a macro that both use
#include <cstdio>
#ifdef __CUDA_ARCH__
#define SIDE 10
#else
#define SIDE 20
#endif
__global__ void set(int* p) {
#if __CUDA_ARCH__ >= 700
    *p = 7;
#endif
}
__device__ int plain_path() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("trap;");
    return 0;
#else
    return 30;
#endif
}
__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
    return SIDE + plain_path();
#else
    return SIDE;
#endif
}
__host__ __device__ constexpr int constant() {
#ifndef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
template <class T>
struct Box {
    T value;
#ifdef __CUDA_ARCH__
    static const int of = SIDE;
#else
    static const int of = SIDE;
#endif
    __host__ __device__ explicit Box(T x) : value(x) {
#ifdef __CUDA_ARCH__
        value += 100;
#endif
    }
    __host__ __device__ int where() const { return SIDE; }
};
__global__ void ask(int* out) {
    out[0] = side();
    out[1] = constant();
    out[2] = Box<int>(1).value;
    out[3] = Box<int>(1).where();
    out[4] = __CUDA_ARCH__ >= 750;
}
int failed(const char* what, int got, int want) {
    if (got != want) std::printf("%s: %d, not %d\n", what, got, want);
    return got != want;
}
int main() {
    int *out, wrong = 0;
    cudaMallocManaged(&out, 6 * sizeof(int));
    out[5] = 0;
    set<<<1, 1>>>(out + 5);
    ask<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    wrong += failed("guarded body", out[5], 7) + failed("side in a kernel", out[0], 40) + failed("side", side(), 20);
    wrong += failed("constant in a kernel", out[1], 2) + failed("constant", constant(), 1);
    wrong += failed("constructed in a kernel", out[2], 101) + failed("constructed", Box<int>(1).value, 1);
    wrong += failed("a member in a kernel", out[3], 10) + failed("a member", Box<int>(1).where(), 20);
    wrong += failed("architecture", out[4], 1);
    cudaFree(out);
    if (wrong == 0) std::puts("ok");
}
