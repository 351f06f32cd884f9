// form: kernels with template template parameters, default arguments, values, packs and a tag
#include <cstdio>
#include <type_traits>
template <typename T>
struct Sum {
    static __device__ T combine(T a, T b) { return a + b; }
};
template <typename T>
struct Largest {
    static __device__ T combine(T a, T b) { return a > b ? a : b; }
};
template <template <typename> class Op, typename T, int N = 4, bool negate = false>
__global__ void reduce(const T* x, T* out) {
    T all = x[0];
    for (int i = 1; i < N; i++) all = Op<T>::combine(all, x[i]);
    *out = negate ? -all : all;
}
template <typename Tag, std::enable_if_t<std::is_same_v<Tag, int>, int> = 0, typename... Ts>
__global__ void count(int* out, Ts... values) {
    *out = sizeof...(values) + (0 + ... + static_cast<int>(values));
}
int main() {
    int *x, *out;
    cudaMallocManaged(&x, 4 * sizeof(int));
    cudaMallocManaged(&out, 3 * sizeof(int));
    for (int i = 0; i < 4; i++) x[i] = 10 * i;
    reduce<Sum><<<1, 1>>>(x, out);
    reduce<Largest, int, 3, true><<<1, 1>>>(x, out + 1);
    count<int><<<1, 1>>>(out + 2, 1, 2.5f, 'a');
    cudaDeviceSynchronize();
    std::puts(out[0] == 60 && out[1] == -20 && out[2] == 103 ? "ok" : "wrong");
    cudaFree(x);
    cudaFree(out);
}
