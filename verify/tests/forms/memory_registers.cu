// form: per-thread arrays filled in #pragma unroll loops, with and without a count
#include <cstdio>
__managed__ int result;
template <int n>
__global__ void outer_product() {
    int row[n], column[n], sums[n * n] = {0};
#pragma unroll
    for (int i = 0; i < n; ++i) row[i] = i, column[i] = 10 * i;
#pragma unroll 2
    for (int i = 0; i < n; ++i)
#pragma unroll(n)
        for (uint j = 0; j < n; ++j) sums[i * n + j] += row[i] * column[j];
    result = sums[n * n - 1];
}
int main() {
    outer_product<4><<<1, 1>>>();
    cudaDeviceSynchronize();
    std::puts(result == 90 ? "ok" : "wrong");
}
