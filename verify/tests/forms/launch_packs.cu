// form: a launch with a pack among its template arguments, its configuration or its arguments, or once for each of a
// pack
#include <cstdio>
#include <tuple>
template <int N, class... T>
__global__ void add(int* out, T... x) {
    *out += N + (0 + ... + static_cast<int>(x));
}
template <int... Ns>
__global__ void add_all(int* out) {
    *out += (0 + ... + Ns);
}
template <class... T>
void launch(int* out, T... x) {
    add<1, T...><<<1, 1>>>(out, x...);
    add<sizeof...(T), T...><<<1, 1>>>(out, static_cast<T>(x)...);
}
template <int... Ns>
void launch_each(int* out) {
    (add_all<Ns><<<1, 1>>>(out), ...);
    add_all<Ns..., 1000><<<1, 1>>>(out);
}
int main() {
    int* out;
    cudaMallocManaged(&out, sizeof(int));
    *out = 0;
    launch(out, 2, 3L);            // 6 + 7
    launch_each<10, 20, 30>(out);  // 60 + 1060
    cudaDeviceSynchronize();
    std::puts(*out == 1133 ? "ok" : "wrong");
    cudaFree(out);
}
