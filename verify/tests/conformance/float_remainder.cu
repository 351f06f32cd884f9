// fmodf, remainderf and remquof are exact: the remainder of truncating, and of rounding to nearest, division.
#include "show.h"

struct Pair {
    float a, b;
};
__device__ Pair pairs[] = {{5, 3},        {-5, 3},       {5, -3},    {7.5f, 2},       {2.5f, 1},
                           {3.5f, 1},     {1e10f, 0.7f}, {1e30f, 3}, {0.3f, 0.1f},    {1, 0},
                           {INFINITY, 2}, {5, INFINITY}, {-0.0f, 1}, {1e-40f, 3e-41f}};
constexpr int N = sizeof pairs / sizeof pairs[0];
__device__ float result[N][3];
__device__ double double_result[N][2];
__device__ int quotient[N];

__global__ void compute() {
    const int i = threadIdx.x;
    const auto [a, b] = pairs[i];
    result[i][0] = fmodf(a, b);
    result[i][1] = remainderf(a, b);
    int q = 0;
    result[i][2] = remquof(a, b, &q);
    const bool finite = !isnan(result[i][2]);
    quotient[i] = finite ? (q % 8 + 8) % 8 : 0;  // three bits of it are promised
    double_result[i][0] = fmod(static_cast<double>(a), static_cast<double>(b));
    double_result[i][1] = remainder(static_cast<double>(a), static_cast<double>(b));
}

int main() {
    compute<<<1, N>>>();
    const auto in = fetch(pairs);
    const auto out = fetch(result);
    const auto double_out = fetch(double_result);
    const auto q = fetch(quotient);
    for (int i = 0; i < N; ++i) {
        show("a, b", in[i].a, in[i].b);
        show("  fmod, remainder, remquo", out[i][0], out[i][1], out[i][2], q[i]);
        show("  double: fmod, remainder", double_out[i]);
    }
}
