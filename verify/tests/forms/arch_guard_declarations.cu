// form: constants, types and functions that #ifdef __CUDA_ARCH__ chooses, or that one side has alone; a guarded lambda
#include <cstdio>
#ifdef __CUDA_ARCH__
constexpr int WIDTH = 32;
using Sum = double;
struct Names {
    int lane;
    __device__ int size() const { return sizeof(Sum) + WIDTH + lane; }
};
__device__ __forceinline__ int only_device() { return 5; }
#else
constexpr int WIDTH = 8;
using Sum = float;
struct Names {
    char letter[64];
    int size() const { return sizeof(Sum) + WIDTH + letter[0]; }
};
inline int only_host() { return 6; }
#endif
#if !defined(__CUDA_ARCH__)
inline int round_up(int n) { return n + 1; }
#else
__device__ __forceinline__ int round_up(int n) { return n + 2; }
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
#error "too old"
#endif
__device__ int table[3] = {1, 2,
#ifdef __CUDA_ARCH__
                           3
#else
                           4
#endif
};
__host__ __device__ int width() { return WIDTH; }
__global__ void ask(int* out) {
    out[0] = width();
    out[1] = Names{1}.size();
    out[2] = only_device();
    out[3] = round_up(10);
    out[4] = table[2];
}
template <class F>
__global__ void call(F f, int* out) {
    *out = f();
}
int main() {
    int* out;
    cudaMallocManaged(&out, 6 * sizeof(int));
    ask<<<1, 1>>>(out);
    const auto lambda = [=] __device__() {
#ifdef __CUDA_ARCH__
        return 70 + WIDTH;
#else
        return 0;
#endif
    };
    call<<<1, 1>>>(lambda, out + 5);
    cudaDeviceSynchronize();
    const bool kernels = out[0] == 32 && out[1] == 41 && out[2] == 5 && out[3] == 12 && out[4] == 3 && out[5] == 102;
    const bool host = width() == 8 && Names{"a"}.size() == 4 + 8 + 'a' && only_host() == 6 && round_up(10) == 11;
    if (kernels && host)
        std::puts("ok");
    else
        std::printf("kernels: %d %d %d %d %d %d, host: %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5],
                    width(), Names{"a"}.size(), only_host(), round_up(10));
    cudaFree(out);
}
