// form: a launch whose template arguments are constants of the function around it, used again as arguments
#include <cstdio>
template <int Size, class T>
__global__ void set(T* p, int n) {
    *p = Size + n;
}
template <int Size>
__global__ void set(float* p) {
    *p = Size;
}
template <class T>
struct Run {
    static constexpr int M = 5;
    int offset = 1;
    void operator()(T* p) const {
        constexpr int N = M + 1;
        enum { K = 2 };
        const int twice = 2 * N;
        set<N * K + M><<<1, 1>>>(p, twice + offset);
    }
};
int main() {
    constexpr int N = 3;
    int* d;
    float* f;
    cudaMallocManaged(&d, 2 * sizeof(int));
    cudaMallocManaged(&f, sizeof(float));
    set<N><<<1, 1>>>(d, N);
    set<N, int><<<N - 2, 1>>>(d + 1, N + 1);
    set<N><<<1, 1>>>(f);
    cudaDeviceSynchronize();
    const bool plain = d[0] == 6 && d[1] == 7 && *f == 3;
    Run<int>()(d);
    cudaDeviceSynchronize();
    std::puts(plain && d[0] == 17 + 13 ? "ok" : "wrong");
    cudaFree(d);
    cudaFree(f);
}
