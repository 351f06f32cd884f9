// form: lambdas for kernels: __host__ __device__, mutable, with captures by value, one inside another
#include <cstdio>
struct Line {
    float a, b[2];
};
template <typename F>
__global__ void apply(F f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <typename F>
void parallel_for(int n, F f) {
    apply<<<(n + 63) / 64, 64>>>(f, n);
}
int main() {
    const int n = 100;
    float* x;
    cudaMallocManaged(&x, n * sizeof(float));
    const Line line = {2, {1, 5}};
    auto value = [=] __host__ __device__(int i) { return line.a * i + line.b[i % 2]; };
    parallel_for(n, [=] __device__(int i) { x[i] = value(i); });
    parallel_for(n, [x] __device__(int i) mutable { x[i] += 0.5f; });
    cudaDeviceSynchronize();
    std::puts(x[99] == value(99) + 0.5f ? "ok" : "wrong");
    cudaFree(x);
}
